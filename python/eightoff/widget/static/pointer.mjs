// Dragging and clicking by pointer events, which mouse, pen and touch share.

import { placeUnder, spotIn } from "./geometry.mjs";
import { cardsAt, liftedWith, targetsOf } from "./position.mjs";

// A press that moves less than this is a click: fingers tremble.
const DRAG_THRESHOLD_PX = 6;

/**
 * Follows the pointer on a table.
 *
 * `getBoard` returns the board of the moment. Calls `onClick(place, card)` with card null on an
 * empty place, `onRefuse(place, card)` when a covered card is pulled,
 * `onLift(place, card, cards, targets)` and then `onDrop(place, card, target)`, target null where
 * the cards are let go over nothing or the drag is broken off. Cards stay where they were dropped
 * until `settle` is called, so that they do not jump back and forth while Python answers.
 */
export function followPointer(table, { getBoard, onClick, onRefuse, onLift, onDrop }) {
  let press = null;
  let held = [];

  function pressed(event) {
    const at = event.target.closest("[data-place]");
    if (!at || press || !event.isPrimary || event.button !== 0) return;
    const card = at.dataset.card === undefined ? null : Number(at.dataset.card);
    press = { id: event.pointerId, place: at.dataset.place, card, x: event.clientX, y: event.clientY, cards: null };
    table.element.setPointerCapture(event.pointerId);
  }

  function moved(event) {
    if (press?.id !== event.pointerId || press.card === null) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.cards) {
      if (Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return;
      const board = getBoard();
      press.cards = liftedWith(board, press.place, press.card);
      if (!press.cards) {
        onRefuse(press.place, press.card);
        release();
        return;
      }
      settle();
      held = press.cards;
      onLift(press.place, press.card, held, targetsOf(board, press.place, press.card));
    }
    for (const card of held) {
      const { style, classList } = table.elementAt(press.place, card);
      classList.add("eo-dragged");
      style.translate = `${dx}px ${dy}px`;
    }
  }

  function released(event) {
    if (press?.id !== event.pointerId) return;
    const { place, card, cards, x, y } = press;
    release();
    const board = getBoard();
    if (!cards) return onClick(place, card);
    const unit = table.unit();
    const stack = cardsAt(board, place);
    const spot = spotIn(place, Math.max(stack.indexOf(card), 0), stack.length);
    const target = placeUnder(board, spot.x + (event.clientX - x) / unit, spot.y + (event.clientY - y) / unit);
    if (target === null || target === place) return broken(place, card);
    onDrop(place, card, target);
  }

  function cancelled(event) {
    if (press?.id !== event.pointerId) return;
    const { place, card, cards } = press;
    release();
    if (cards) broken(place, card);
  }

  function broken(place, card) {
    settle();
    onDrop(place, card, null);
  }

  function release() {
    if (table.element.hasPointerCapture(press.id)) table.element.releasePointerCapture(press.id);
    press = null;
  }

  /** Lets the dragged cards go to where the board has them. */
  function settle() {
    for (const card of held) {
      const { style, classList } = table.elementAt(null, card);
      classList.remove("eo-dragged");
      style.translate = "";
    }
    held = [];
  }

  table.element.addEventListener("pointerdown", pressed);
  table.element.addEventListener("pointermove", moved);
  table.element.addEventListener("pointerup", released);
  table.element.addEventListener("pointercancel", cancelled);
  return { settle, isDragging: () => Boolean(press?.cards) };
}
