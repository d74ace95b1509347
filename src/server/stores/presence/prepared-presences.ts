import { presenceText } from '../../wire/presence'
import type { Presence, PresenceChange } from './presence'

/** Max people per piece; a change rebuilds the text of its piece. */
const peoplePerPiece = 64
/** Changes per person, without a request for all presences, after which the texts are dropped. */
const changesUnasked = 4

/**
 * The text of a realm's presences, in pieces of bytes that are built on demand and cached until a
 * person in the piece changes: a request for all presences costs only the changes since the
 * previous one. Bytes are immutable, so responses share them.
 */
export class PreparedPresences {
  private pieces: Piece[] = []
  private readonly byUser = new Map<number, Piece>()
  private changesSinceAsked = 0

  constructor(presences: Iterable<Presence>) {
    for (const presence of presences) this.note(presence)
  }

  /** Whether all presences went unrequested for so long that the texts should be dropped. */
  get isOutdated(): boolean {
    return this.changesSinceAsked > changesUnasked * this.byUser.size
  }

  apply(change: PresenceChange): void {
    this.changesSinceAsked += 1
    if ('connectedAt' in change) this.note(change)
    else this.forget(change.userId)
  }

  /** See `membersOfAll` of `KnownPresences`. */
  membersOf(isSlim: boolean, after: number): readonly Buffer[] {
    this.changesSinceAsked = 0
    return this.pieces.map((piece) => piece.membersOf(isSlim, after))
  }

  private note(presence: Presence): void {
    const { userId } = presence
    let piece = this.byUser.get(userId)
    if (!piece) this.byUser.set(userId, (piece = this.pieceWithSpace()))
    piece.set(presence)
  }

  private forget(userId: number): void {
    this.byUser.get(userId)?.delete(userId)
    this.byUser.delete(userId)
  }

  private pieceWithSpace(): Piece {
    const last = this.pieces.at(-1)
    if (last && last.size < peoplePerPiece) return last
    // Removed people may have left space in a piece, or an empty piece.
    this.pieces = this.pieces.filter(({ size }) => size > 0)
    const piece = this.pieces.find(({ size }) => size < peoplePerPiece / 2) ?? new Piece()
    this.pieces = [...this.pieces.filter((other) => other !== piece), piece]
    return piece
  }
}

/** The text of a piece, valid for all `after` times from `from` up to, not including, `until`. */
interface Text {
  bytes: Buffer
  /** The latest time of the omitted people, and the earliest of the included ones. */
  from: number
  until: number
}

class Piece {
  private readonly presences = new Map<number, Presence>()
  private slim: Text | undefined
  private legacy: Text | undefined

  get size(): number {
    return this.presences.size
  }

  set(presence: Presence): void {
    this.presences.set(presence.userId, presence)
    this.slim = this.legacy = undefined
  }

  delete(userId: number): void {
    this.presences.delete(userId)
    this.slim = this.legacy = undefined
  }

  membersOf(isSlim: boolean, after: number): Buffer {
    const kept = isSlim ? this.slim : this.legacy
    if (kept && kept.from <= after && after < kept.until) return kept.bytes
    const text = this.write(isSlim, after)
    if (isSlim) this.slim = text
    else this.legacy = text
    return text.bytes
  }

  private write(isSlim: boolean, after: number): Text {
    let members = ''
    let from = -Infinity
    let until = Infinity
    for (const presence of this.presences.values()) {
      const { connectedAt } = presence
      if (connectedAt > after) {
        members += `,${presenceText(presence, isSlim)}`
        until = Math.min(until, connectedAt)
      } else {
        from = Math.max(from, connectedAt)
      }
    }
    return { bytes: Buffer.from(members), from, until }
  }
}
