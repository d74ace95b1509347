import { randomInt } from 'node:crypto'
import { foldCase } from '../../../shared/rules/letter-case'

/*
 * Finds any number of words in one pass over a text (Aho–Corasick). The automaton lies in shared memory, so that
 * threads read it without a copy.
 * Source: docs/protocol/markdown.md#alert-words.
 */

/** A trie of words; nodes are numbered from 0, the root. */
export interface WordAutomaton {
  /** Hash table of the edges: `parent * 65536 + code unit + 1`; 0 = free. Its size is a power of two. */
  edges: Float64Array
  /** The child of each edge. */
  children: Int32Array
  /** Per node: the node of its longest proper suffix in the trie. */
  suffixes: Int32Array
  /** Per node: the nearest of its proper suffixes that is a word; 0 = none. */
  shorterWords: Int32Array
  /** Per node: number of the word that ends there; -1 = none. */
  words: Int32Array
  /** Per node: length of its text in code units. */
  lengths: Int32Array
  /** Random, so that nobody can choose words whose edges collide. */
  seed: number
}

/** Code units of words added in one turn of the event loop; some milliseconds of work. */
const unitsPerSlice = 20_000
const unitsPerNode = 65_536

/** Words that occur in a text, by their numbers, and the steps that it took to find them. */
export interface FoundWords {
  words: number[]
  steps: number
}

/**
 * Builds the automaton of some words; yields whenever others should have a turn.
 * @param words normalized, distinct and not empty
 */
export function* buildAutomaton(words: readonly string[]): Generator<undefined, WordAutomaton> {
  const mostNodes = words.reduce((sum, word) => sum + word.length, 1)
  const automaton = emptyAutomaton(mostNodes)
  const { suffixes, shorterWords, lengths } = automaton
  const parents = new Int32Array(mostNodes)
  const units = new Uint16Array(mostNodes)
  let count = 1
  let untilTurn = unitsPerSlice

  for (const [number, word] of words.entries()) {
    let node = 0
    for (let i = 0; i < word.length; i += 1) {
      const unit = word.charCodeAt(i)
      const slot = slotOf(automaton, node, unit)
      if (automaton.edges[slot] === 0) {
        automaton.edges[slot] = edgeOf(node, unit)
        automaton.children[slot] = count
        parents[count] = node
        units[count] = unit
        lengths[count] = i + 1
        count += 1
      }
      node = automaton.children[slot] as number
    }
    automaton.words[node] = number
    untilTurn -= word.length
    if (untilTurn > 0) continue
    yield
    untilTurn = unitsPerSlice
  }

  for (const node of byLength(lengths, count)) {
    const parent = parents[node] as number
    const suffix = parent === 0 ? 0 : next(automaton, suffixes[parent] as number, units[node] ?? 0)
    suffixes[node] = suffix
    shorterWords[node] = automaton.words[suffix] === -1 ? (shorterWords[suffix] as number) : suffix
    untilTurn -= 1
    if (untilTurn > 0) continue
    yield
    untilTurn = unitsPerSlice
  }
  return automaton
}

/**
 * Numbers of the words in a text that no letters, digits or underscores touch. Each code unit of the text takes a
 * step for each word that ends there, at most one of each length, and two more on average.
 */
export function findWords(automaton: WordAutomaton, normalizedText: string): FoundWords {
  const { suffixes, shorterWords, words, lengths } = automaton
  const inWord = unitsInWords(normalizedText)
  const found = new Set<number>()
  let node = 0
  let steps = 0
  for (let end = 1; end <= normalizedText.length; end += 1) {
    const unit = normalizedText.charCodeAt(end - 1)
    let child = childOf(automaton, node, unit)
    while (child === 0 && node !== 0) {
      node = suffixes[node] as number
      child = childOf(automaton, node, unit)
      steps += 1
    }
    node = child
    steps += 1
    if (inWord[end] === 1) continue
    let word = words[node] === -1 ? (shorterWords[node] as number) : node
    while (word !== 0) {
      steps += 1
      const start = end - (lengths[word] as number)
      if (start === 0 || inWord[start - 1] === 0) found.add(words[word] as number)
      word = shorterWords[word] as number
    }
  }
  return { words: [...found], steps }
}

/** Texts are compared in this form. */
export function normalizeForAlerts(text: string): string {
  return foldCase(text)
}

function emptyAutomaton(mostNodes: number): WordAutomaton {
  const slots = 2 ** Math.ceil(Math.log2(2 * mostNodes))
  const numbers = (length: number) => new Int32Array(new SharedArrayBuffer(4 * length))
  return {
    edges: new Float64Array(new SharedArrayBuffer(8 * slots)),
    children: numbers(slots),
    suffixes: numbers(mostNodes),
    shorterWords: numbers(mostNodes),
    words: numbers(mostNodes).fill(-1),
    lengths: numbers(mostNodes),
    seed: randomInt(2 ** 31),
  }
}

function edgeOf(node: number, unit: number): number {
  return node * unitsPerNode + unit + 1
}

/** The slot of an edge, or the free one for it. */
function slotOf({ edges, seed }: WordAutomaton, node: number, unit: number): number {
  const edge = edgeOf(node, unit)
  const mask = edges.length - 1
  let hash = Math.imul(node ^ seed, 0x9e3779b1) ^ Math.imul(unit + seed, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  let slot = (hash ^ (hash >>> 13)) & mask
  while (edges[slot] !== 0 && edges[slot] !== edge) slot = (slot + 1) & mask
  return slot
}

/** The child of a node by a code unit; 0 if there is none. */
function childOf(automaton: WordAutomaton, node: number, unit: number): number {
  return automaton.children[slotOf(automaton, node, unit)] as number
}

/** The node of the longest suffix of `node` followed by the code unit. */
function next(automaton: WordAutomaton, from: number, unit: number): number {
  let node = from
  let child = childOf(automaton, node, unit)
  while (child === 0 && node !== 0) {
    node = automaton.suffixes[node] as number
    child = childOf(automaton, node, unit)
  }
  return child
}

/** The nodes but the root, shorter ones first. */
function byLength(lengths: Int32Array, count: number): Int32Array {
  const starts: number[] = []
  for (let node = 1; node < count; node += 1) {
    const after = (lengths[node] as number) + 1
    starts[after] = (starts[after] ?? 0) + 1
  }
  for (let length = 1; length < starts.length; length += 1) {
    starts[length] = (starts[length] ?? 0) + (starts[length - 1] ?? 0)
  }
  const ordered = new Int32Array(count - 1)
  for (let node = 1; node < count; node += 1) {
    const length = lengths[node] as number
    const place = starts[length] ?? 0
    ordered[place] = node
    starts[length] = place + 1
  }
  return ordered
}

/** Letters, digits, marks and underscores: no alert word is found where one touches it. */
const partOfWord = /[\p{L}\p{N}\p{M}_]/gu

/** 1 for each code unit of a letter, digit, mark or underscore. */
function unitsInWords(text: string): Uint8Array {
  const units = new Uint8Array(text.length + 1)
  for (const { 0: character, index } of text.matchAll(partOfWord)) {
    units.fill(1, index, index + character.length)
  }
  return units
}
