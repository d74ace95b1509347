import type { Random } from '../support/random'

const mostKept = 120
const mostFormer = 40
const shareOfFormer = 0.05
const shareOfForeign = 0.03
const shareOfOwn = 0.8

/** Objects of one kind that calls can name: existing, deleted, and foreign ones. */
export class Pool<Thing> {
  private things: Owned<Thing>[] = []
  private former: Owned<Thing>[] = []
  private foreign: Thing[] = []

  /** @param owner user who can act on it, if not everybody can */
  add(thing: Thing, owner?: string): void {
    this.things.push({ thing, owner })
    if (this.things.length > mostKept) this.retire(this.things.splice(0, 1))
  }

  /** Replaces the existing objects. */
  replace(things: readonly Thing[]): void {
    this.retire(this.things)
    this.things = things.map((thing) => ({ thing, owner: undefined }))
  }

  /** Adds an object of another realm. */
  addForeign(thing: Thing): void {
    this.foreign.push(thing)
  }

  get size(): number {
    return this.things.length
  }

  /** Picks an object, usually an existing one that the caller may use. */
  pick(random: Random, caller?: string): Thing | undefined {
    if (this.foreign.length > 0 && random.chance(shareOfForeign)) return random.pick(this.foreign)
    const isFormer = this.former.length > 0 && random.chance(shareOfFormer)
    const all = isFormer ? this.former : this.things
    if (all.length === 0) return undefined
    if (caller !== undefined && random.chance(shareOfOwn)) {
      const own = all.filter(({ owner }) => owner === undefined || owner === caller)
      if (own.length > 0) return random.pick(own).thing
    }
    return random.pick(all).thing
  }

  private retire(things: readonly Owned<Thing>[]): void {
    this.former = [...this.former, ...things].slice(-mostFormer)
  }
}

interface Owned<Thing> {
  thing: Thing
  owner: string | undefined
}

export interface KnownStream {
  id: number
  name: string
}

export interface KnownUser {
  id: number
  email: string
  name: string
}

export interface KnownQueue {
  id: string
  lastEventId: number
}

/** The secret at the end of a link in a mail, and the operations that take it. */
export interface MailLink {
  operations: readonly string[]
  key: string
  /** Address of the mail. */
  email: string
}

/** The parts of the address of an uploaded file. */
export interface KnownFile {
  realm_id: string
  key: string
  filename: string
}

/**
 * Objects that calls can name, learned from the answers; secret ones are never added, so calls can only guess
 * them.
 */
export class World {
  readonly streams = new Pool<KnownStream>()
  readonly users = new Pool<KnownUser>()
  readonly bots = new Pool<number>()
  readonly groups = new Pool<number>()
  readonly messages = new Pool<number>()
  readonly polls = new Pool<number>()
  readonly queues = new Pool<KnownQueue>()
  readonly files = new Pool<KnownFile>()
  readonly pictures = new Pool<{ realm_id: string; filename: string }>()
  readonly temporaryFiles = new Pool<{ token: string; filename: string }>()
  readonly attachments = new Pool<number>()
  readonly snippets = new Pool<number>()
  readonly drafts = new Pool<number>()
  readonly linkifiers = new Pool<number>()
  /** Secrets of links in mails, which some callers have used up. */
  readonly mailLinks = new Pool<MailLink>()
  /** Adds the links of new mails. */
  readMails: () => Promise<void> = async () => undefined
  /** API keys of incoming webhooks. */
  readonly hooks = new Pool<string>()
}
