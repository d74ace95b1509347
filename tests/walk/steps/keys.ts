import { act } from './step'
import type { Done, Play } from './step'
import type { Walk } from '../walk'

const feedKeys = ['j', 'k', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'End']
const goingKeys = ['n', 'p', 't', 'a', 'd', '*', 'Shift+I', 'Shift+A', 'Shift+D', 's', 'y']
const messageKeys = ['i', 'u', ':', '>', 'e', '+', 'Control+s', 'r', 'Enter', 'Shift+U']

/** Letters are shortcuts only while no field has the focus; a person who knows that leaves the field first. */
async function press(walk: Walk, keys: readonly string[], pick: number): Promise<Done | undefined> {
  const { focus, popovers } = walk.look
  if (focus.kind !== 'page' && focus.kind !== 'row' && focus.kind !== 'other') return undefined
  if (popovers > 0) return undefined
  const key = walk.choose(keys, pick)
  // Enter and blanks press a button, which another step does.
  if (focus.kind === 'other' && key === 'Enter') return undefined
  await walk.page.keyboard.press(key)
  return act(`presses ${key}`)
}

/** Steps by shortcuts. */
export const keys = {
  feedKey: (walk, { pick }) => press(walk, feedKeys, pick),
  goingKey: (walk, { pick }) => press(walk, goingKeys, pick),
  messageKey: (walk, { pick }) => press(walk, messageKeys, pick),
  help: (walk) => press(walk, ['?'], 0),

  async escape(walk) {
    await walk.page.keyboard.press('Escape')
    return act('presses Escape')
  },

  async tab(walk, { pick }) {
    const key = walk.choose(['Tab', 'Shift+Tab'], pick)
    await walk.page.keyboard.press(key)
    return act(`presses ${key}`)
  },
} satisfies Record<string, Play>
