/** A sync that ended before its end: the worker stops, or another one took over. */
export class SyncStoppedError extends Error {
  override name = 'SyncStoppedError'
}
