import { focusWish } from '../../lib/keyboard/focus-wish'

/** Max wait for the page of the setting. */
const patienceMs = 10_000

/** Moves the focus to the control with a label, as soon as the opened settings page shows it. */
export function focusSetting(label: string): void {
  // The switcher gives the focus back first.
  requestAnimationFrame(() => setTimeout(() => awaitControl(label)))
}

function awaitControl(label: string): void {
  const main = document.getElementById('main')
  if (!main) return
  const isWanted = focusWish()
  const observer = new MutationObserver(look)
  const timer = setTimeout(stop, patienceMs)
  observer.observe(main, { childList: true, subtree: true })
  look()

  function stop(): void {
    clearTimeout(timer)
    observer.disconnect()
  }

  function look(): void {
    const control = main && controlNamed(main, label)
    if (!control) return
    stop()
    // The page focuses its heading first.
    requestAnimationFrame(() => {
      if (!isWanted()) return
      control.focus({ preventScroll: true })
      control.scrollIntoView({ block: 'center' })
    })
  }
}

const controls = 'input, select, textarea, button'

function controlNamed(main: HTMLElement, label: string): HTMLElement | null {
  const isNamed = (element: Element) =>
    element.textContent.trim() === label || element.getAttribute('aria-label') === label
  const named = [...main.querySelectorAll(`label, h3, :is(${controls})[aria-label]`)].find(isNamed)
  if (named instanceof HTMLLabelElement) return usable(named.control) ?? focusable(named)
  if (named?.matches('h3')) return named.parentElement?.querySelector<HTMLElement>(controls) ?? null
  return named instanceof HTMLElement ? named : null
}

const usable = (control: HTMLElement | null) => (control?.matches(':disabled') ? null : control)

/** The label of a control that the reader may not use. */
function focusable(label: HTMLElement): HTMLElement {
  label.tabIndex = -1
  return label
}
