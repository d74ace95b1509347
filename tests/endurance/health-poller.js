'use strict'

/** A process that calls /health of a server again and again, and tells the longest time of an answer when it is asked. */
const { get } = require('node:http')

const [url] = process.argv.slice(2)
let longestMs = 0
let answers = 0
let failures = 0
let since = performance.now()

function note(ok) {
  longestMs = Math.max(longestMs, performance.now() - since)
  if (ok) answers += 1
  else failures += 1
}

function call() {
  since = performance.now()
  const again = (ok) => {
    note(ok)
    setTimeout(call, 10)
  }
  get(`${url}/health`, (response) => {
    response.resume().once('end', () => again(response.statusCode === 200))
  }).once('error', () => again(false))
}

process.on('message', () => {
  // The call in hand counts, too.
  longestMs = Math.max(longestMs, performance.now() - since)
  process.send({ longestMs, answers, failures })
  ;[longestMs, answers, failures] = [0, 0, 0]
})
process.once('disconnect', () => process.exit())
call()
