// Small helpers for building elements.

/** An element with properties, `data-*`/`aria-*`/`role` attributes and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** A button with a text that is its name. */
export const button = (text, onclick, properties = {}) =>
  make("button", { type: "button", textContent: text, onclick, ...properties });

/**
 * Keeps key presses inside an element. JupyterLab's command mode binds plain letters (`d d` deletes a
 * cell), and listens before the element does unless the attribute asks it not to.
 */
export function keepKeys(element) {
  element.setAttribute("data-lm-suppress-shortcuts", "true");
  element.addEventListener("keydown", (event) => event.stopPropagation());
}

/** Calls `update` once after however many requests of one event. */
export function batched(update) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      update();
    });
  };
}
