'use strict'

const { adjacencyGraphs, dictionary: common } = require('@zxcvbn-ts/language-common')
const { dictionary: english } = require('@zxcvbn-ts/language-en')

/** How many words of each of the server's lists browsers get, the most frequent first. */
const known = {
  'passwords-common': 10_000,
  'commonWords-en': 6_000,
  'wikipedia-en': 6_000,
  'firstnames-en': 5_000,
  'lastnames-en': 3_000,
}
/** Short words alone are too short for a password: the rarer of them are left out. */
const shortWord = { characters: 6, rank: 1_000 }
/** Lowest rank that is packed; a rarer word alone is hard enough to guess. */
const lastRank = 9_999
/** Longer lists have no order that a password could continue, as from Monday to Tuesday. */
const longestSequence = 100

/**
 * Packs the most frequent passwords, words and names for the app, which unpacks them in
 * `src/web/ui/password-field/strength-estimator.ts`: the lists of the server are a megabyte, these some fifty kB. Words
 * of similar rank are grouped and sorted, under the highest rank of the group; each word is written as its
 * difference from the word before, after a capital letter that counts the characters in common.
 */
function packPasswordWords() {
  const words = new Map()
  for (const [word, rank] of rankedWords()) {
    const bound = Math.min(lastRank, 2 ** Math.ceil(Math.log2(rank)))
    words.set(bound, [...(words.get(bound) ?? []), word])
  }
  const sequences = Object.entries(english).filter(([, list]) => list.length <= longestSequence)
  return {
    words: Object.fromEntries([...words].map(([bound, list]) => [bound, joinSorted(list.sort())])),
    sequences: Object.fromEntries(sequences),
    graphs: adjacencyGraphs,
  }
}

/** Each word with its best rank in any list. */
function rankedWords() {
  const best = new Map()
  for (const [name, count] of Object.entries(known)) {
    // A word that occurs twice in a list has the later rank, as on the server.
    const ranks = new Map((common[name] ?? english[name]).map((word, index) => [word, index + 1]))
    for (const [word, rank] of ranks)
      if (rank <= count && !(best.get(word) <= rank)) best.set(word, rank)
  }
  return [...best].filter(
    ([word, rank]) =>
      rank <= lastRank &&
      (word.length >= shortWord.characters || rank <= shortWord.rank) &&
      // Only lower-case words: passwords are compared in lower case, and the packing uses capitals.
      word === word.toLowerCase(),
  )
}

const mostShared = 15

function joinSorted(words) {
  let before = ''
  return words
    .map((word) => {
      let shared = 0
      while (shared < mostShared && shared < before.length && before[shared] === word[shared])
        shared++
      before = word
      return String.fromCharCode(65 + shared) + word.slice(shared)
    })
    .join('')
}

module.exports = { packPasswordWords }
