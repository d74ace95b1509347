/*
 * Loaded into a built worker under test before all else (`node --require`), it shortens the pauses of repeated tasks:
 * a new worker looks for maintenance, mailboxes and leases at once instead of seconds later.
 */
const path = require('node:path')
const { isMainThread } = require('node:worker_threads')

const longestMs = 500

if (isMainThread) {
  const pauses = require(path.join(path.dirname(process.argv[1]), 'server/lib/pauses'))
  const { repeat } = pauses
  pauses.repeat = (task, pauseMs, onError) => repeat(task, Math.min(pauseMs, longestMs), onError)
}
