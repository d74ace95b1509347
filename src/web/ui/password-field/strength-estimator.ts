import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Options } from '@zxcvbn-ts/core'

/** Word list packed by the build (scripts/lib/password-words.js). */
export interface PasswordWords {
  /**
   * Words by an upper limit of their rank. Each word is a capital letter, which counts the characters shared with the
   * word before (A = 0), and the remaining characters.
   */
  words: Readonly<Record<string, string>>
  /** Ordered lists, such as days of the week. */
  sequences: Readonly<Record<string, string[]>>
  /** Neighboring keys on keyboards. */
  graphs: Readonly<Record<string, Record<string, (string | null)[]>>>
}

/** Number of guesses for an attacker who knows these words about the owner. */
export type Judge = (password: string, owner: readonly string[]) => number

/** Limits of the server: characters of a password, and words about its owner (src/server/chat/rules/passwords/judge.ts). */
export const judgedCharacters = 32
const judgedWords = { least: 3, most: 20, characters: 40 }

/**
 * Estimates guesses like the server, with a subset of the server's words at equal or higher ranks. The estimate is
 * therefore at least the server's: a password that is too weak here is refused by the server too. A password that is
 * strong enough here can still be refused, because the server knows more words; the user then sees the server's
 * error.
 * Source: docs/protocol/mail.md#strength-shown.
 */
export function createJudge({ words, sequences, graphs }: PasswordWords): Judge {
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...sequences },
    graphs: { ...graphs },
    l33tMaxSubstitutions: 8,
  })
  const ranks = unpackRanks(words)
  // The option `dictionary` gives each word of a list its own rank, so the shared ranks are set directly.
  const { options } = zxcvbn as unknown as { options: Options }
  options.rankedDictionaries['words'] = ranks
  options.rankedDictionariesMaxWordSize['words'] = judgedCharacters
  return (password, owner) => {
    const known = owner
      .filter((word) => word.length >= judgedWords.least)
      .slice(0, judgedWords.most)
      .map((word) => word.slice(0, judgedWords.characters))
    return zxcvbn.check(password.slice(0, judgedCharacters), known).guesses
  }
}

const firstCapital = 65

function unpackRanks(packed: PasswordWords['words']): Record<string, number> {
  // Without a prototype, so that `constructor` and the like are not found as words.
  const ranks = Object.create(null) as Record<string, number>
  for (const [rank, text] of Object.entries(packed)) {
    let word = ''
    for (const part of text.match(/[A-P][^A-P]*/g) ?? []) {
      word = word.slice(0, part.charCodeAt(0) - firstCapital) + part.slice(1)
      ranks[word] = Number(rank)
    }
  }
  return ranks
}
