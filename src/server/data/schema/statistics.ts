/* Counts of the messages of a realm. */

export interface MessageCountsTable {
  realm_id: number
  day: Date
  sender_id: number
  stream_id: number
  client: string
  messages: number
}

export interface MessageCountProgressTable {
  realm_id: number
  counted_id: number
}
