/** A topic or a private conversation, to which messages can be sent. */
export type Conversation =
  | { kind: 'topic'; streamId: number; topic: string }
  /** Ids of the other users, ascending, without the reader; empty for notes to oneself. */
  | { kind: 'private'; userIds: readonly number[] }
