// The board to play on: what a person does becomes a message, and what Python answers is shown.

import { cardText, placeName } from "./cards.mjs";
import { readClick } from "./clicks.mjs";
import { createCode, createDealForm, createKeyHelp, createMessages } from "./controls.mjs";
import { cardAtCursor, commandOf, endOf, keepOn, moveCursor } from "./cursor.mjs";
import { batched, button, keepKeys, make } from "./dom.mjs";
import { followPointer } from "./pointer.mjs";
import { liftedWith, targetsOf } from "./position.mjs";
import { createTable } from "./table.mjs";
import { coveredReason, summary } from "./words.mjs";

// Python answers in milliseconds unless its kernel is at work on something else.
const ANSWER_MS = 4000;

const LETTERS = { foundation: "f", tableau: "t", cell: "c" };

function render({ model, el }) {
  let cursor = endOf(model.get("shown"), "1");
  let lifted = null; // {place, card, cards, targets} while a card is in the hand
  let lastClick = null;
  let waiting = null; // the timer of an answer that is due
  const keys = [];
  let shownNote = -1;

  const table = createTable({
    role: "application",
    "aria-label": "Eight Off table",
    "aria-roledescription": "card table",
  });
  const messages = createMessages();
  const code = createCode(messages.say);
  const score = make("span", { className: "eo-score" });
  const verdict = make("span", { className: "eo-verdict" });
  const live = make("input", { type: "checkbox" });
  live.addEventListener("change", () => {
    model.set("live", live.checked);
    model.save_changes();
  });
  const undo = button("Undo", () => send({ type: "undo" }));
  const hint = button("Hint", () => send({ type: "hint" }));
  const deal = button("New deal", () => toggleForm(), { "aria-expanded": "false" });
  const form = createDealForm(
    (wanted) => send({ type: "deal", ...wanted }),
    () => {
      deal.setAttribute("aria-expanded", "false");
      deal.focus();
    },
  );
  const help = createKeyHelp();
  const root = make(
    "section",
    { className: "eightoff", "aria-label": "Eight Off" },
    make("div", { className: "eo-bar" }, undo, hint, deal, make("span", { className: "eo-gap" }), score, ...code.elements),
    form.element,
    table.element,
    messages.element,
    make(
      "div",
      { className: "eo-bar" },
      make("label", { className: "eo-live" }, live, " Can this still be won?"),
      verdict,
      make("span", { className: "eo-gap" }),
      help,
    ),
  );
  keepKeys(root);
  el.append(root);

  const pointer = followPointer(table, {
    getBoard: () => model.get("shown"),
    onClick(place, card) {
      letGo();
      setCursor(endOf(model.get("shown"), place), true);
      if (card === null) return;
      const read = readClick(lastClick, { place, card, time: performance.now() });
      lastClick = read.next;
      send({ type: read.gesture, place, card: cardText(read.card) });
    },
    onRefuse: (place, card) => messages.say(coveredReason(model.get("shown"), place, card), true),
    onLift(place, card, cards, targets) {
      lifted = { place, card, cards, targets };
      show();
    },
    onDrop(place, card, target) {
      lifted = null;
      if (target === null) show();
      else send({ type: "drag", card: cardText(card), target });
    },
  });

  table.element.addEventListener("keydown", (event) => {
    const plain = !(event.ctrlKey || event.altKey || event.metaKey);
    const arrow = plain && moveCursor(model.get("shown"), cursor, event.key);
    if (!arrow && !commandOf(event)) return;
    event.preventDefault();
    keys.push(event);
    takeKeys();
  });
  table.element.addEventListener("focusin", (event) => {
    const { place, depth } = event.target.dataset;
    if (place && !lifted) setCursor({ place, depth: Number(depth ?? 0) }, false);
  });

  // A key means the card that is at the cursor when the keys before it have had their effect.
  function takeKeys() {
    while (keys.length && waiting === null) {
      const event = keys.shift();
      const board = model.get("shown");
      const command = commandOf(event);
      if (command) run(command, board);
      else setCursor(moveCursor(board, cursor, event.key, lifted !== null), true);
    }
  }

  function run(command, board) {
    const card = cardAtCursor(board, cursor);
    if (command === "lift") return lifted ? putDown() : lift(board, card);
    if (command === "cancel") return letGo("Let go.");
    if (command === "say") return messages.say(`${summary(board)} ${verdict.textContent}`);
    if (command === "help") return void (help.open = !help.open);
    if (command === "new") return toggleForm();
    if (command === "undo" || command === "hint") return send({ type: command });
    if (card === null) return messages.say(`${placeName(cursor.place)} is empty.`, true);
    if (command === "double_tap") return send({ type: command, place: cursor.place, card: cardText(card) });
    send({ type: "apply", action: cardText(card) + LETTERS[command] });
  }

  function lift(board, card) {
    if (card === null) return messages.say(`${placeName(cursor.place)} is empty.`, true);
    const cards = liftedWith(board, cursor.place, card);
    if (!cards) return messages.say(coveredReason(board, cursor.place, card), true);
    const targets = targetsOf(board, cursor.place, card);
    lifted = { place: cursor.place, card, cards, targets };
    const where = targets.length ? `It can go to ${targets.map(placeName).join(", ")}.` : "It can go nowhere now.";
    const others = cards.length > 1 ? ` and ${cards.length - 1} more` : "";
    messages.say(`Lifted ${cardText(card)}${others}. ${where}`);
    show();
  }

  function putDown() {
    const { place, card } = lifted;
    if (cursor.place === place) return letGo("Put back.");
    lifted = null;
    send({ type: "drag", card: cardText(card), target: cursor.place });
  }

  function letGo(said) {
    if (!lifted) return;
    lifted = null;
    if (said) messages.say(said);
    show();
  }

  function setCursor(next, focus) {
    const board = model.get("shown");
    cursor = keepOn(board, next);
    const card = cardAtCursor(board, cursor);
    table.setTabStop(cursor.place, card);
    if (focus) table.elementAt(cursor.place, card).focus({ preventScroll: true });
  }

  function toggleForm() {
    deal.setAttribute("aria-expanded", "true");
    form.toggle(model.get("shown").cells.length);
  }

  // A hand need not wait for an answer: messages name cards, so that Python refuses what has
  // become impossible meanwhile.
  function send(message) {
    lifted = null;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      waiting = null;
      keys.length = 0;
      pointer.settle();
      messages.say("No answer from Python: the kernel is busy or gone. The board is as it was.", true);
      show();
    }, ANSWER_MS);
    model.send(message);
  }

  function answered() {
    clearTimeout(waiting);
    waiting = null;
    if (!pointer.isDragging()) pointer.settle();
    const note = model.get("note");
    if (note.number !== shownNote) {
      shownNote = note.number;
      messages.say(note.text, note.refused);
    }
    show();
    takeKeys();
  }

  function show() {
    const board = model.get("shown");
    const [hinted, goal] = model.get("hinted") ?? [];
    const had = root.contains(document.activeElement) && table.element.contains(document.activeElement);
    table.render(board, model.get("deck"), {
      lifted: lifted?.cards,
      targets: lifted?.targets,
      moved: hinted,
      goal: goal && [goal],
    });
    setCursor(cursor, had && !pointer.isDragging());
    score.textContent = `Score ${board.score}`;
    code.show(board.code);
    undo.disabled = !board.can_undo;
    hint.disabled = board.won;
    live.checked = model.get("live");
    const { status, text } = model.get("verdict");
    verdict.textContent = text;
    verdict.dataset.status = status;
    root.classList.toggle("eo-won", board.won);
  }

  const update = batched(answered);
  const names = ["shown", "note", "hinted", "verdict", "deck", "live"];
  for (const name of names) model.on(`change:${name}`, update);
  answered();
  return () => {
    clearTimeout(waiting);
    for (const name of names) model.off(`change:${name}`, update);
  };
}

export default { render };
