// A solution to step, play and scrub through.

import { batched, button, keepKeys, make } from "./dom.mjs";
import { createTable } from "./table.mjs";

const PLAY_MS = 700;

const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

function render({ model, el }) {
  const table = createTable({ role: "img", "aria-label": "Eight Off board" });
  const said = make("p", { className: "eo-status", role: "status" });
  const slider = make("input", { type: "range", min: 0, step: 1, "aria-label": "Move" });
  const play = button("Play", () => (timer === null ? start() : stop()));
  const first = button("First", () => go(-Infinity));
  const back = button("Back", () => go(-1));
  const on = button("Next", () => go(1));
  const last = button("Last", () => go(Infinity));
  const root = make(
    "section",
    { className: "eightoff eo-player", "aria-label": "Eight Off solution" },
    table.element,
    make("div", { className: "eo-bar" }, first, back, play, on, last, slider),
    make("div", { className: "eo-messages" }, said),
  );
  keepKeys(root);
  el.append(root);

  let timer = null;

  const end = () => model.get("boards").length - 1;

  function setStep(step) {
    model.set("step", Math.min(Math.max(step, 0), end()));
    model.save_changes();
  }

  function go(by) {
    stop();
    setStep(model.get("step") + by);
  }

  function start() {
    if (model.get("step") >= end()) setStep(0);
    timer = setInterval(() => {
      setStep(model.get("step") + 1);
      if (model.get("step") >= end()) stop();
    }, PLAY_MS);
    show();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    show();
  }

  slider.addEventListener("input", () => {
    const wanted = Number(slider.value); // before anything shows the step there was
    stop();
    setStep(wanted);
  });
  root.addEventListener("keydown", (event) => {
    if (!(event.key in STEPS) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(STEPS[event.key]);
  });

  function show() {
    const step = model.get("step");
    const board = model.get("boards")[step];
    const next = model.get("moves")[step];
    table.render(board, model.get("deck"), { moved: next?.cards, goal: next && [next.target] });
    const total = end();
    slider.max = total;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `${step} of ${total}`);
    for (const [control, off] of [[first, step === 0], [back, step === 0], [on, step === total], [last, step === total]]) {
      control.disabled = off;
    }
    play.textContent = timer === null ? "Play" : "Pause";
    said.textContent = `${step} of ${total} moves made, score ${board.score}. ${next ? `Next: ${next.text}.` : board.won ? "Won." : "No more moves."}`;
  }

  const update = batched(show);
  const names = ["step", "boards", "deck"];
  for (const name of names) model.on(`change:${name}`, update);
  show();
  return () => {
    clearInterval(timer);
    for (const name of names) model.off(`change:${name}`, update);
  };
}

export default { render };
