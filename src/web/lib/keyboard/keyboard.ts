import { keyNames, keyTable } from './keys'
import type { KeyName } from './keys'
import { nameStroke } from './stroke'

/** Handles a key; returns `false` to pass it on to the next handler. */
export type KeyHandler = (event: KeyboardEvent) => void | boolean

/** The page or a dialog above it; only handlers of the innermost scope get keys. */
export type KeyScope = object

/** Dispatches the shortcuts of the key table (keys.ts) to handlers. */
export interface Keyboard {
  /** Adds a handler; the newest one is called first. @returns function that removes the handler */
  on(name: KeyName, handler: KeyHandler, scope?: KeyScope): () => void
  /** Opens a scope, such as a dialog: only its handlers get keys. @returns function that closes the scope */
  pushScope(scope: KeyScope): () => void
  /** Suspends all page shortcuts except `general` ones, for settings areas. @returns function that resumes them */
  calm(): () => void
  /** Runs the handler of a shortcut, as if its keys were pressed. */
  run(name: KeyName): void
  /** Display texts of the keys of a shortcut. */
  describe(name: KeyName): readonly string[]
  /** Listens for key presses until the signal aborts. Presses for an input method reach no handler below the target. */
  listen(target: EventTarget, signal: AbortSignal): void
}

interface Registration {
  readonly name: KeyName
  readonly handler: KeyHandler
  readonly scope: KeyScope
}

export function createKeyboard(isMac: boolean): Keyboard {
  const page: KeyScope = {}
  const scopes = [page]
  const registrations: Registration[] = []
  let calms = 0
  const namesByKey = new Map<string, KeyName>()
  for (const name of keyNames) for (const key of keyTable[name].keys) namesByKey.set(key, name)

  function hear(event: KeyboardEvent): void {
    if (event.defaultPrevented) return
    const stroke = nameStroke(event, isMac)
    const name = stroke === undefined ? undefined : namesByKey.get(stroke)
    if (name === undefined || !mayBeHeard(name, stroke ?? '', event.target)) return
    const scope = scopes.at(-1)
    if (calms > 0 && scope === page && keyTable[name].section !== 'general') return
    for (const { handler } of registrations
      .filter((one) => one.name === name && one.scope === scope)
      .reverse()) {
      if (handler(event) === false) continue
      event.preventDefault()
      return
    }
  }

  return {
    on(name, handler, scope = page) {
      const registration = { name, handler, scope }
      registrations.push(registration)
      return () => void registrations.splice(registrations.indexOf(registration), 1)
    },
    pushScope(scope) {
      scopes.push(scope)
      return () => void scopes.splice(scopes.lastIndexOf(scope), 1)
    },
    calm() {
      calms += 1
      return () => void (calms -= 1)
    },
    run(name) {
      const scope = scopes.at(-1)
      const handlers = registrations.filter((one) => one.name === name && one.scope === scope)
      handlers.at(-1)?.handler(new KeyboardEvent('keydown'))
    },
    describe: (name) => keyTable[name].keys.map((key) => describeKey(key, isMac)),
    listen(target, signal) {
      target.addEventListener('keydown', stopForInputMethod as EventListener, {
        capture: true,
        signal,
      })
      target.addEventListener('keydown', hear as EventListener, { signal })
    },
  }
}

/** Keeps keys that choose letters, such as an Enter after Japanese syllables, from sending, saving or searching. */
function stopForInputMethod(event: KeyboardEvent): void {
  // Safari ends the composition before the final keydown, and only this key code reveals it.
  // oxlint-disable-next-line typescript/no-deprecated
  if (event.isComposing || event.keyCode === 229) event.stopPropagation()
}

/** Blocks shortcuts while the reader types in a field or has a popover open. */
function mayBeHeard(name: KeyName, stroke: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('[popover]')) return false
  // Printable characters go into the field, even if the shortcut allows fields.
  const isTyped = stroke.length === 1
  if (isField(target)) return keyTable[name].inFields === true && !isTyped
  return !(usesOfEnter.includes(stroke) && target.closest('a, button, summary, [role="button"]'))
}

/** Keys that activate a focused link or button instead. */
const usesOfEnter: readonly string[] = ['Enter']

const fieldsWithoutText = new Set([
  'button',
  'checkbox',
  'radio',
  'submit',
  'reset',
  'file',
  'image',
  'color',
])

function isField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !fieldsWithoutText.has(element.type)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  return element instanceof HTMLElement && element.isContentEditable
}

function describeKey(key: string, isMac: boolean): string {
  const parts = key.length === 1 ? [key] : key.split('+')
  return parts.map((part) => describePart(part, isMac)).join(isMac ? '' : '+')
}

function describePart(part: string, isMac: boolean): string {
  if (part === 'Mod') return isMac ? '⌘' : 'Ctrl'
  if (part === 'Shift') return isMac ? '⇧' : 'Shift'
  return shortNames[part] ?? (/^[a-z]$/.test(part) ? part.toUpperCase() : part)
}

const shortNames: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
}
