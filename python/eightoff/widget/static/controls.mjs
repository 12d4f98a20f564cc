// What stands around the table: buttons, score, code, the new-deal form, messages and key help.

import { KEY_HELP } from "./cursor.mjs";
import { button, make } from "./dom.mjs";

/** The line of messages. Refusals interrupt a screen reader; all else waits for its turn. */
export function createMessages() {
  const status = make("p", { className: "eo-status", role: "status" });
  const alert = make("p", { className: "eo-alert", role: "alert" });
  const element = make("div", { className: "eo-messages" }, status, alert);
  function say(text, refused = false) {
    status.textContent = refused ? "" : text;
    alert.textContent = refused ? text : "";
  }
  return { element, say };
}

/** The form for a new deal; `onDeal({cells, code})` gets the number of cells and what was typed. */
export function createDealForm(onDeal, onClose) {
  const chooseCells = (count) => {
    const choice = make("input", { type: "radio", name: "cells", value: count, checked: count === 8 });
    return make("label", {}, choice, ` ${count}`);
  };
  const code = make("input", { type: "text", name: "code", spellcheck: false, autocomplete: "off", size: 18 });
  const element = make(
    "form",
    { className: "eo-deal", hidden: true, "aria-label": "New deal" },
    make("fieldset", {}, make("legend", { textContent: "Cells" }), ...[8, 4, 2].map(chooseCells)),
    make("label", {}, "Code or number (empty: any deal) ", code),
    make("button", { type: "submit", textContent: "Deal" }),
    button("Cancel", () => close()),
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    onDeal({ cells: Number(element.elements.cells.value), code: code.value.trim() });
    close();
  });
  element.addEventListener("keydown", (event) => event.key === "Escape" && close());

  function open(cells) {
    element.hidden = false;
    element.elements.cells.value = String(cells);
    code.value = "";
    element.querySelector("input:checked").focus();
  }
  function close() {
    element.hidden = true;
    onClose();
  }
  return { element, toggle: (cells) => (element.hidden ? open(cells) : close()) };
}

/** The code of the deal with a button that copies it. */
export function createCode(say) {
  const field = make("code", { className: "eo-code" });
  const copy = button("Copy code", async () => {
    try {
      await navigator.clipboard.writeText(field.textContent);
      say(`Copied ${field.textContent}.`);
    } catch {
      // Pages that are not served securely have no clipboard: leave it selected for Ctrl+C.
      getSelection().selectAllChildren(field);
      say("The browser does not let this page copy; the code is selected, press Ctrl+C.");
    }
  });
  function show(code) {
    field.textContent = code ?? "no code";
    copy.hidden = code === null;
  }
  return { elements: [field, copy], show };
}

/** What the keys do, folded away. */
export function createKeyHelp() {
  const rows = KEY_HELP.flatMap(([keys, meaning]) => [
    make("dt", { textContent: keys }),
    make("dd", { textContent: meaning }),
  ]);
  return make(
    "details",
    { className: "eo-keys" },
    make("summary", { textContent: "Keys" }),
    make("p", {
      textContent:
        "Drag cards by mouse or finger. A click sends a card home if it can go; a double click finds it the best place.",
    }),
    make("dl", {}, ...rows),
  );
}
