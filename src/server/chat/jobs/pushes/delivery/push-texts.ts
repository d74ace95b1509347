import { LRUCache } from 'lru-cache'
import { foldMixedQuotes } from '../../../rules/pushes/mixed-quotes'
import { plainTextOf } from '../../../rules/pushes/plain-text'

/** Max characters of HTML whose texts are kept. */
const mostCharacters = 2_000_000

/**
 * The texts of pushed messages. A message to thousands is made text once and not for each person: a hostile one takes as
 * long as a hundred pushes.
 */
export class PushTexts {
  private readonly whole: LRUCache<string, string>
  private readonly folded: LRUCache<string, string>

  constructor(read = plainTextOf) {
    this.whole = cache((html) => read(html))
    this.folded = cache((html) => read(foldMixedQuotes(html)))
  }

  /** @param html of a rendered message */
  textOf(html: string): string {
    return this.whole.memo(html)
  }

  /** The text without quotes, unless the message has nothing else. */
  foldedTextOf(html: string): string {
    return this.folded.memo(html)
  }
}

function cache(compute: (html: string) => string): LRUCache<string, string> {
  return new LRUCache<string, string>({
    maxSize: mostCharacters,
    // A text of nothing has a size, too.
    sizeCalculation: (text, html) => html.length + text.length + 1,
    memoMethod: compute,
  })
}
