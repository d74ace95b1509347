/*
 * Loaded into a built server or command under test before all else (`node --require`), it makes new hashes of
 * passwords cheap: tests make people by the hundred, and each hash takes 240 ms of CPU otherwise.
 */
const path = require('node:path')
const { isMainThread } = require('node:worker_threads')

const credentials = path.join(__dirname, '../../dist/server/chat/rules/credentials')

if (isMainThread) require(credentials).cheapenPasswordsForTests()
