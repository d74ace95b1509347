/**
 * The members of a response object that are serialised already, such as
 * `"events":[…],"queue_id":"1:0"`. The envelope puts them behind `result` and `msg` as they are,
 * so that what has many readers is turned into text once.
 */
export class PreparedJson {
  constructor(readonly members: string) {}

  get characters(): number {
    return this.members.length
  }

  /** @param prepared members that are text already; no name may come twice */
  static of(members: object, ...prepared: readonly string[]): PreparedJson {
    const texts = [JSON.stringify(members).slice(1, -1), ...prepared]
    return new PreparedJson(texts.filter((text) => text !== '').join(','))
  }
}

/**
 * The members of a response object as UTF-8 in pieces, for what is too large to be put together for
 * each of its readers: all are sent the same bytes, which nobody may change.
 */
export class PreparedBytes {
  constructor(readonly pieces: readonly Buffer[]) {}
}
