import { act } from './step'
import type { Play } from './step'
import type { Walk } from '../walk'

/** Pauses between two letters: a quick typist, and one who is caught up by everything that happens meanwhile. */
const pausesMs = [2, 2, 15]

const isField = ({ look: { focus } }: Walk) => ['compose', 'editor', 'field'].includes(focus.kind)

/** Types a new word into the field that has the focus. @returns the text typed */
async function typeWord(walk: Walk, pick: number): Promise<string> {
  const word = walk.newWord()
  const text = walk.choose([`${word} `, `and ${word} `, `die kind ${word} `], pick)
  await walk.page.keyboard.type(text, { delay: walk.choose(pausesMs, pick >> 3) })
  return text
}

/** Steps that write into fields. */
export const typing = {
  async focusBox(walk) {
    if (walk.look.dialogs.length > 0 || walk.look.focus.kind === 'compose') return undefined
    const name = await walk.click({ selector: 'form[aria-label="Compose"] textarea', pick: 0 })
    if (name === undefined) return undefined
    // The point of the click may be within a word.
    await walk.page.keyboard.press('Control+End')
    return act('clicks into the compose box, at the end')
  },

  async focusSearch(walk) {
    if (walk.look.dialogs.length > 0) return undefined
    const name = await walk.click({ selector: 'header input', pick: 0 })
    return name === undefined ? undefined : act(`clicks into "${name}"`)
  },

  async type(walk, { pick }) {
    if (!isField(walk)) return undefined
    const text = await typeWord(walk, pick)
    return { words: `types "${text}"`, typed: { text, isPlain: true } }
  },

  async newline(walk, { pick }) {
    if (!['compose', 'editor'].includes(walk.look.focus.kind)) return undefined
    const lines = 1 + (pick % 3)
    for (let line = 0; line < lines; line += 1) {
      await walk.page.keyboard.press('Shift+Enter')
      if (walk.look.focus.kind === 'compose') await typeWord(walk, 0)
    }
    return { words: `types ${lines} more lines`, typed: { text: '\n', isPlain: false } }
  },

  async paste(walk, { pick }) {
    if (walk.look.focus.kind !== 'compose') return undefined
    const lines = Array.from({ length: 1 + (pick % 6) }, () => walk.newWord())
    await walk.page.evaluate(async (text) => navigator.clipboard.writeText(text), lines.join('\n'))
    await walk.page.keyboard.press('Control+v')
    return {
      words: `pastes ${lines.length} lines`,
      typed: { text: lines.join('\n'), isPlain: true },
    }
  },

  async erase(walk, { pick }) {
    const { focus } = walk.look
    if (focus.kind !== 'compose' || focus.value === '') return undefined
    walk.giveUp(focus.value)
    const isAll = pick % 2 === 0
    if (isAll) await walk.page.keyboard.press('Control+a')
    await walk.page.keyboard.press('Backspace')
    return {
      words: isAll ? 'erases the text' : 'erases a letter',
      typed: { text: '', isPlain: false },
    }
  },

  async typeWhileReceiving(walk, { pick, more }) {
    if (!isField(walk) || walk.isOffline) return undefined
    const receiving = walk.receiveHere(more)
    const text = await typeWord(walk, pick | 16)
    await receiving
    return { words: `types "${text}" while a message arrives`, typed: { text, isPlain: true } }
  },

  async growWhileReceiving(walk, { more }) {
    if (walk.look.focus.kind !== 'compose' || walk.isOffline) return undefined
    const receiving = walk.receiveHere(more)
    await walk.page.keyboard.press('Shift+Enter')
    await typeWord(walk, 0)
    await receiving
    return {
      words: 'types a new line while a message arrives',
      typed: { text: '\n', isPlain: false },
    }
  },
} satisfies Record<string, Play>
