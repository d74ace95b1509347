'use strict'

const { adjacencyGraphs, dictionary: common } = require('@zxcvbn-ts/language-common')
const { dictionary: english } = require('@zxcvbn-ts/language-en')

/** Of each list that the server judges passwords by, how many of its words browsers know, the most frequent first. */
const known = {
  'passwords-common': 10_000,
  'commonWords-en': 6_000,
  'wikipedia-en': 6_000,
  'firstnames-en': 5_000,
  'lastnames-en': 3_000,
}
/** Shorter words alone are too short for a password: the rarer of them are left out. */
const shortWord = { characters: 6, rank: 1_000 }
/** Beyond it a word alone is hard enough to guess. */
const lastRank = 9_999
/** Longer lists have no order that could be gone on with, as from Monday to Tuesday. */
const longestSequence = 100

/**
 * Packs the most frequent passwords, words and names for the app, which unpacks them in
 * `src/web/parts/password-field/judge.ts`: the lists of the server are a megabyte, these some fifty kB.
 * Words of about the same rank stand together, sorted, under the highest rank of them; of each only what differs from
 * the word before is written, after a capital letter that counts what does not.
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

/** Each word with its rank in the list where it comes first. */
function rankedWords() {
  const best = new Map()
  for (const [name, count] of Object.entries(known)) {
    // Of words that stand twice in a list the later rank counts, as with the server.
    const ranks = new Map((common[name] ?? english[name]).map((word, index) => [word, index + 1]))
    for (const [word, rank] of ranks)
      if (rank <= count && !(best.get(word) <= rank)) best.set(word, rank)
  }
  return [...best].filter(
    ([word, rank]) =>
      rank <= lastRank &&
      (word.length >= shortWord.characters || rank <= shortWord.rank) &&
      // Others are found in no password, which is looked at in small letters; and capitals are for packing.
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
