'use strict'

/*
 * Changes the bundled worker of `hasty-worker.js` before it runs. It has shorter pauses of repeated tasks: a new worker
 * looks for maintenance, mailboxes and leases at once instead of seconds later. With TEST_WEB_APP it serves the web app
 * of another folder, like a next release.
 */

const longestMs = 500

/** @param {(name: string) => any} load gives a module of the built server */
function hasten(load) {
  const pauses = load('server/lib/pauses')
  const { repeat } = pauses
  pauses.repeat = (task, pauseMs, onError) => repeat(task, Math.min(pauseMs, longestMs), onError)

  const folder = process.env.TEST_WEB_APP
  if (!folder) return
  const builds = load('server/http/web/web-build')
  const { readWebBuild } = builds
  builds.readWebBuild = (other = folder) => readWebBuild(other)
}

module.exports = { hasten }
