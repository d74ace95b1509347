import type { Step } from '../step-kinds'
import type { Walk } from '../walk'

/** The outcome of a step, by which the invariants judge the page after it. */
export interface Done {
  /** The step in words, for a report. */
  words: string
  /** The reader moves the feed: scrolls, sends, jumps, or goes elsewhere. */
  scrolls?: boolean
  /** The reader scrolls the sidebar. */
  scrollsSidebar?: boolean
  /** The reader may move the focus by this step. */
  focuses?: boolean
  /** Characters typed into the field that had the focus before. */
  typed?: { text: string; isPlain: boolean }
  /** The step puts a quote of a message into the compose box. */
  quotes?: boolean
  /** The step goes back in the browser's history. */
  goesBack?: boolean
  /** Id of a message that goes away by this step. */
  deletes?: number
  /** The step loads the page again, so that nothing of it stays. */
  loads?: boolean
}

/** Plays a step. @returns undefined if the page has nothing that the step could act on */
export type Play = (walk: Walk, step: Step) => Promise<Done | undefined>

/** A click, a key or another act of the reader, after which the focus and the feed may be elsewhere. */
export function act(words: string): Done {
  return { words, scrolls: true, focuses: true, quotes: /presses >|quote/i.test(words) }
}
