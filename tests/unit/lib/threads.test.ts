import { join } from 'node:path'
import { JobTooLargeError, Threads, ThreadsBusyError } from '../../../src/server/lib/threads'
import { untilHolds } from '../../support/until'

type Job = { kind: string; value?: string }

const opened: Threads<Job, unknown>[] = []

function openThreads(
  options: { file?: string; deadlineMs?: number; idleMs?: number; atMost?: number } = {},
) {
  const threads = new Threads<Job, unknown>({
    ...{
      file: join(__dirname, 'support/thread.js'),
      atMost: 2,
      deadlineMs: 60_000,
      idleMs: 60_000,
      ...options,
    },
    memory: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  })
  opened.push(threads)
  return threads
}

describe('threads', () => {
  afterEach(async () => {
    for (const threads of opened.splice(0)) await threads.close()
  })

  it('start when there is work, and end without it', async () => {
    const threads = openThreads({ idleMs: 20 })
    expect(threads.count).toBe(0)
    expect(await threads.run(1, { kind: 'echo', value: 'hi' })).toBe('hi')
    expect(threads.count).toBe(1)
    await untilHolds('the thread ends', () => threads.count === 0)
    expect(await threads.run(1, { kind: 'echo', value: 'again' })).toBe('again')
  })

  it('are ended at the deadline, and replaced', async () => {
    const threads = openThreads({ deadlineMs: 100 })
    await expect(threads.run(1, { kind: 'loop' })).rejects.toThrow(JobTooLargeError)
    expect(threads.count).toBe(0)
    expect(await threads.run(1, { kind: 'echo', value: 'hi' })).toBe('hi')
  })

  it('are not ended while they wait for a processor, up to ten times their deadline', async () => {
    const threads = openThreads({ deadlineMs: 1_000 })
    expect(await threads.run(1, { kind: 'sleep', value: '1500' })).toBe('slept')
    const impatient = openThreads({ deadlineMs: 50 })
    await expect(impatient.run(1, { kind: 'sleep', value: '60000' })).rejects.toThrow(
      JobTooLargeError,
    )
  })

  it('have a memory limit', async () => {
    const threads = openThreads()
    await expect(threads.run(1, { kind: 'hoard' })).rejects.toThrow(JobTooLargeError)
    expect(await threads.run(1, { kind: 'echo', value: 'hi' })).toBe('hi')
  })

  it('report failures, and do the next job after a crash', async () => {
    const threads = openThreads()
    await expect(threads.run(1, { kind: 'fail' })).rejects.toThrow('as was asked')
    await expect(threads.run(1, { kind: 'crash' })).rejects.toThrow()
    expect(await threads.run(1, { kind: 'secrets' })).toBe(0)
  })

  it('fail a job at once if their module does not load', async () => {
    const threads = openThreads({ file: join(__dirname, 'support/absent.js') })
    await expect(threads.run(1, { kind: 'echo' })).rejects.toThrow('absent.js')
    expect(threads.count).toBe(0)
  })

  it('keep one free for other shares while one share is busy', async () => {
    const threads = openThreads()
    const endless = [1, 2, 3].map(async () => threads.run(1, { kind: 'loop' }))
    const settled = Promise.allSettled(endless)
    expect(await threads.run(2, { kind: 'echo', value: 'of another' })).toBe('of another')
    expect(threads.count).toBe(2)
    await threads.close()
    // Their jobs did not take too long, so others may try them.
    const ended = { status: 'rejected', reason: expect.any(ThreadsBusyError) }
    expect(await settled).toEqual(Array(3).fill(ended))
  })

  it('let shares take turns', async () => {
    const threads = openThreads({ atMost: 1 })
    const order: string[] = []
    const echo = async (share: number, value: string) =>
      threads.run(share, { kind: 'echo', value }).then(() => order.push(value))
    await Promise.all([echo(1, 'a1'), echo(1, 'a2'), echo(1, 'a3'), echo(2, 'b1'), echo(2, 'b2')])
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('refuse jobs that would wait too long', async () => {
    const threads = openThreads()
    const waiting = Array.from({ length: 202 }, async () => threads.run(1, { kind: 'loop' }))
    const settled = Promise.allSettled(waiting)
    await expect(waiting.at(-1)).rejects.toThrow(ThreadsBusyError)
    expect(await threads.run(2, { kind: 'echo', value: 'of another' })).toBe('of another')
    await threads.close()
    const ended = { status: 'rejected', reason: expect.any(ThreadsBusyError) }
    expect(await settled).toEqual(Array(202).fill(ended))
    await expect(threads.run(1, { kind: 'echo' })).rejects.toThrow(ThreadsBusyError)
  })
})
