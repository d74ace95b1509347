import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Options } from '@zxcvbn-ts/core'

/** What the build has packed (scripts/lib/password-words.js). */
export interface PasswordWords {
  /** Words by the rank that none of them exceeds: each a capital letter that counts what it shares with the one before, and the rest. */
  words: Readonly<Record<string, string>>
  /** Lists with an order, such as days of the week. */
  sequences: Readonly<Record<string, string[]>>
  /** Which keys are neighbours. */
  graphs: Readonly<Record<string, Record<string, (string | null)[]>>>
}

/** In how many guesses a password is found by who knows these words of its owner. */
export type Judge = (password: string, owner: readonly string[]) => number

/** What the server looks at of a password, and of what is known of somebody (src/services/passwords/judge.ts). */
export const judgedCharacters = 32
const judgedWords = { least: 3, most: 20, characters: 40 }

/**
 * Judges passwords as the server does, by a part of its words, whose ranks are never lower than the server's. So it needs
 * as many guesses as the server or more: what it calls too easy to guess the server refuses as well, and what
 * it calls sufficient the server refuses now and then, as it knows a rare word or more of the owner; then it is the
 * server's refusal that people read.
 * Source: docs/protocol/mail.md#strength-shown.
 */
export function createJudge({ words, sequences, graphs }: PasswordWords): Judge {
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...sequences },
    graphs: { ...graphs },
    l33tMaxSubstitutions: 8,
  })
  const ranks = unpackRanks(words)
  // Lists that are given to it have one word at each rank.
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
  // None of the names that every object has is a word.
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
