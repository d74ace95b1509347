/**
 * Members of a response object that are already JSON text, such as `"events":[…],"queue_id":"1:0"`.
 * The envelope appends them to `result` and `msg` unchanged, so that data for many readers is
 * serialized once.
 */
export class PreparedJson {
  constructor(readonly members: string) {}

  get characters(): number {
    return this.members.length
  }

  /** @param prepared members as text; names must be unique */
  static of(members: object, ...prepared: readonly string[]): PreparedJson {
    const texts = [JSON.stringify(members).slice(1, -1), ...prepared]
    return new PreparedJson(texts.filter((text) => text !== '').join(','))
  }
}

/**
 * Members of a response object as UTF-8 in pieces, for data that is too large to copy for each
 * reader: all responses send the same bytes, which must not be changed.
 */
export class PreparedBytes {
  constructor(readonly pieces: readonly Buffer[]) {}
}
