/**
 * The members of a response object that are serialised already, such as
 * `"events":[…],"queue_id":"1:0"`. The envelope puts them behind `result` and `msg` as they are,
 * so that an event with many readers is turned into text once.
 */
export class PreparedJson {
  constructor(readonly members: string) {}
}
