import type { Format } from './format'

const formatKeys: Readonly<Record<string, Format>> = {
  b: 'bold',
  i: 'italic',
  l: 'link',
  'Shift+c': 'code',
  'Shift+9': 'quote',
  'Shift+8': 'list',
  'Shift+7': 'numberedList',
}

/** The format that a key with Ctrl or Cmd applies. */
export function formatOfKey(event: KeyboardEvent): Format | undefined {
  const isMod = event.ctrlKey || event.metaKey
  return isMod && !event.altKey ? formatKeys[strokeOf(event)] : undefined
}

export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}

function strokeOf({ code, key, shiftKey }: KeyboardEvent): string {
  // Shift turns digits into different characters on each keyboard layout, so the physical key decides.
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return `${shiftKey ? 'Shift+' : ''}${digit ?? key.toLowerCase()}`
}
