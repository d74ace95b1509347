import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../data/engine/database'
import { listLinkifierRows } from '../data/realms/linkifiers'
import { listAlertWords } from '../data/users/alert-words'
import { compileLinkifier, LinkifierError, linksOfTopic } from '../text/markdown/linkifiers'
import type { LinkifierRow } from '../data/schema'
import type { RealmLinkifiers } from '../text/markdown/environment'
import type { TopicLink } from '../../shared/messages'
import type { Counting, CacheStats } from './cache-stats'
import { Versioned } from './versioned'

/*
 * Patterns that are searched in the texts of a realm: linkifiers and alert words.
 */

const maxRealms = 1_000
const longestTurnMs = 10

/**
 * The fields of an account that identify its realm's linkifiers; without a version the realm has
 * none.
 */
export interface LinkifiedAccount {
  realm_id: number
  realm_linkifiers_version?: string | null
}

/**
 * The compiled linkifiers of realms, cached by the version in the account. A version is never
 * reused, not even by another realm.
 */
export class Linkifiers implements Counting {
  private readonly compiled = new Versioned<number, RealmLinkifiers>({ limit: maxRealms })

  /** The linkifiers of an account's realm; queries the database only after a change. */
  async read(db: Queryable, account: LinkifiedAccount): Promise<RealmLinkifiers> {
    const { realm_id: realmId, realm_linkifiers_version: version } = account
    if (!version) return []
    const known = this.compiled.find(realmId, version)
    if (known) return known
    const rows = await listLinkifierRows(db, realmId)
    return this.compiled.keep(realmId, version, rows.flatMap(compile))
  }

  /**
   * Finds the links in topics of a realm. There may be thousands, and each may take some
   * milliseconds, so the function yields to the event loop every {@link longestTurnMs} ms.
   */
  async topicLinker(
    db: Queryable,
    account: LinkifiedAccount,
    topics: Iterable<string>,
  ): Promise<(topic: string) => TopicLink[]> {
    const linkifiers = await this.read(db, account)
    const known = new Map<string, TopicLink[]>()
    let turnBegan = performance.now()
    for (const topic of new Set(topics)) {
      known.set(topic, linksOfTopic(linkifiers, topic))
      if (performance.now() - turnBegan < longestTurnMs) continue
      await nextTurn()
      turnBegan = performance.now()
    }
    return (topic) => known.get(topic) ?? linksOfTopic(linkifiers, topic)
  }

  forgetAll(): void {
    this.compiled.forgetAll()
  }

  tally(): CacheStats {
    return this.compiled.tally()
  }
}

function compile({ pattern, url_template: urlTemplate }: LinkifierRow): RealmLinkifiers {
  try {
    return [compileLinkifier({ pattern, urlTemplate })]
  } catch (error) {
    // Skip a pattern that does not compile, such as one inserted by hand: messages are more
    // important.
    if (error instanceof LinkifierError) return []
    throw error
  }
}

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

  forgetAll(): void {
    this.matchers.forgetAll()
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
