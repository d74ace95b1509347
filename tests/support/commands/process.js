/*
 * The process that runs commands of `parley` for tests, one after another: it has the compiled commands loaded, so that
 * a call costs milliseconds where a start of the command costs a second of CPU. Each call has its own environment and
 * working folder. A command that leaves a connection or a timer open fails its call, since as a program it would not
 * end.
 */
const { loadBundle } = require('../bundle/load')

// `node process.js BUNDLE`
const { runCommandLine } = loadBundle(process.argv[2]).load('cli/command-line')

/** Max time in which a command closes what it has opened. */
const closingMs = 5_000
const pauseMs = 2

/** Redirects the writes of a stream into a text, which the returned function gives back. */
function capture(stream) {
  const { write } = stream
  let text = ''
  stream.write = (chunk, ...others) => {
    text += chunk
    others.find((other) => typeof other === 'function')?.()
    return true
  }
  return () => {
    stream.write = write
    return text
  }
}

/** Counts the open connections, timers and the like that keep this process running, by their kinds. */
function countResources() {
  const counts = new Map()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

async function leftOpen(before) {
  const deadline = Date.now() + closingMs
  for (;;) {
    const left = [...countResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0))
    if (left.length === 0 || Date.now() > deadline) return left.map(([kind]) => kind)
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
  }
}

/** @param {import('./commands').CommandCall} call */
async function run({ words, env, folder }) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(folder)
  process.exitCode = 0
  const outputs = [capture(process.stdout), capture(process.stderr)]
  // Counted after the first use of the outputs, which opens them.
  const before = countResources()
  try {
    await runCommandLine(words)
  } finally {
    outputs.push(...outputs.splice(0).map((textOf) => textOf()))
  }
  const [stdout, stderr] = outputs
  const result = { code: process.exitCode, stdout, stderr }
  process.exitCode = 0
  const left = await leftOpen(before)
  if (left.length > 0) throw new Error(`\`${words.join(' ')}\` has left open: ${left.join(', ')}`)
  return result
}

let last = Promise.resolve()

process.on('message', (call) => {
  last = last.then(async () => {
    try {
      process.send({ result: await run(call) })
    } catch (error) {
      process.send({ error: error.stack })
    }
  })
})
process.on('disconnect', () => process.exit(0))
