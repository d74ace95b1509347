import type { Queryable } from '../data/engine/database'
import { listAlertWords } from '../data/users/alert-words'
import type { Counting, CacheStats } from './cache-stats'
import { Versioned } from './versioned'

/** Max alert words over all realms; about 200 bytes each. */
const maxWords = 500_000

/** Matchers for the alert words of realms, cached by the version in the account's realm. */
export class AlertWords implements Counting {
  private readonly matchers = new Versioned<number, AlertWordMatcher>({
    limit: maxWords,
    weigh: (matcher) => matcher.wordCount + 1,
  })

  constructor(private readonly db: Queryable) {}

  /**
   * Ids of the active users with an alert word that occurs in a text, ascending. The caller checks
   * whether they receive the message.
   *
   * Call it outside of transactions: the first call queries the database, which may have a single
   * connection. Later calls answer from memory.
   * @param version `realm_alert_words_version` of the sender's account
   * Source: docs/protocol/markdown.md#alert-words.
   */
  async usersAlertedBy(realmId: number, version: number, text: string): Promise<readonly number[]> {
    const matcher = await this.matchers.read(
      realmId,
      version,
      async () => new AlertWordMatcher(await listAlertWords(this.db, realmId)),
    )
    return matcher.usersAlertedBy(text)
  }

  tally(): CacheStats {
    return this.matchers.tally()
  }
}

/** A word of letters, digits, marks and underscores, or any other single character. */
const token = /[\p{L}\p{N}\p{M}_]+|[^\s]/gu
const partOfWord = /[\p{L}\p{N}\p{M}_]/u

interface Shape {
  /** Position of the token within the alert word. */
  offset: number
  length: number
}

/** The alert words found by one token: the positions and lengths to look up around it. */
interface Entry {
  shapes: Shape[]
  userIds: Map<string, number[]>
}

/**
 * Finds the alert words of many users in a text, in one pass over the text: each word of the text
 * leads to the few alert words that contain it.
 */
export class AlertWordMatcher {
  private readonly entries = new Map<string, Entry>()
  readonly wordCount: number

  constructor(words: readonly { user_id: number; word: string }[]) {
    this.wordCount = words.length
    for (const { user_id, word } of words) this.add(user_id, normalize(word))
  }

  /**
   * Ids of users, ascending, with an alert word in the text: ignoring case, between blanks or
   * punctuation.
   */
  usersAlertedBy(text: string): readonly number[] {
    if (this.entries.size === 0) return []
    const normalized = normalize(text)
    const found = new Set<number>()
    for (const { 0: key, index } of normalized.matchAll(token)) {
      const entry = this.entries.get(key)
      if (entry) collect(entry, normalized, index, found)
    }
    return [...found].sort((a, b) => a - b)
  }

  private add(userId: number, word: string): void {
    const { key, offset } = leadTo(word)
    const entry = this.entries.get(key) ?? { shapes: [], userIds: new Map<string, number[]>() }
    this.entries.set(key, entry)
    const { length } = word
    if (!entry.shapes.some((shape) => shape.offset === offset && shape.length === length)) {
      entry.shapes.push({ offset, length })
    }
    const userIds = entry.userIds.get(word)
    if (userIds) userIds.push(userId)
    else entry.userIds.set(word, [userId])
  }
}

function collect(entry: Entry, text: string, index: number, found: Set<number>): void {
  for (const { offset, length } of entry.shapes) {
    const start = index - offset
    const userIds = start < 0 ? undefined : entry.userIds.get(text.slice(start, start + length))
    if (userIds && isBounded(text, start, start + length)) {
      for (const userId of userIds) found.add(userId)
    }
  }
}

/** Whether a part of a text is delimited: no word character touches its ends. */
function isBounded(text: string, start: number, end: number): boolean {
  return !partOfWord.test(characterBefore(text, start)) && !partOfWord.test(characterAt(text, end))
}

/**
 * The token of an alert word that the matcher looks up in texts: its first word, else its first
 * character.
 */
function leadTo(word: string): { key: string; offset: number } {
  const tokens = [...word.matchAll(token)]
  const lead = tokens.find(({ 0: text }) => partOfWord.test(text)) ?? tokens[0]
  return lead ? { key: lead[0], offset: lead.index } : { key: word, offset: 0 }
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1)
  const isLowHalf = unit >= 0xdc00 && unit <= 0xdfff
  return index === 0 ? '' : characterAt(text, index - (isLowHalf ? 2 : 1))
}

function normalize(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
