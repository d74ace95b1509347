import type { Redis } from 'ioredis'
import { elementAt, present } from '../support/checked'

export type Word = string | number | Buffer

/** Definition of a script, as ioredis takes it. */
export interface ScriptDefinition {
  numberOfKeys: number
  lua: string
}

/** A published message, with its channel. */
export interface Published {
  channel: string
  message: string
}

/** The time is two further keys of a script: seconds and microseconds. */
const timeKeys = 2

/**
 * The scripts of the product on a real Redis. A call takes one round trip: the caller gives the time, and the answer
 * brings the messages that the script published.
 */
export class RedisScripts {
  private readonly known = new Map<string, string>()

  /** @param redis a real connection */
  constructor(private readonly redis: Redis) {}

  define(name: string, { lua, numberOfKeys }: ScriptDefinition): void {
    if (this.known.get(name) === lua) return
    this.known.set(name, lua)
    const keys = numberOfKeys + timeKeys
    this.redis.defineCommand(name, { lua: simulated(lua, numberOfKeys), numberOfKeys: keys })
  }

  /** @param nowMs the clock of Redis */
  async run(
    name: string,
    [key, ...words]: readonly Word[],
    nowMs: number,
  ): Promise<{ reply: unknown; published: Published[] }> {
    const commands = this.redis as unknown as Record<
      string,
      (...words: Word[]) => Promise<[string[], unknown?]>
    >
    const time = [Math.floor(nowMs / 1000), (nowMs % 1000) * 1000]
    const script = commands[name]
    if (!script) throw new Error(`There is no script ${name}.`)
    const [texts, reply = null] = await script.call(
      this.redis,
      present(key, 'key'),
      ...time,
      ...words,
    )
    const published: Published[] = []
    for (let i = 0; i < texts.length; i += 2) {
      published.push({ channel: elementAt(texts, i), message: elementAt(texts, i + 1) })
    }
    return { reply, published }
  }

  /** Deletes the keys of a simulation. */
  async deleteKeys(prefix: string): Promise<void> {
    const remove = `for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('UNLINK', key) end`
    await this.redis.eval(remove, 0, `{${prefix}:*`)
  }
}

/** A script that takes its time from two further keys, and returns its messages with its reply. */
function simulated(lua: string, numberOfKeys: number): string {
  const time = `{ KEYS[${numberOfKeys + 1}], KEYS[${numberOfKeys + 2}] }`
  const body = lua
    .replaceAll("redis.call('TIME')", time)
    .replaceAll("redis.call('PUBLISH', ", 'simulated_publish(')
  return `
local simulated_messages = {}
local function simulated_publish(channel, message)
  table.insert(simulated_messages, channel)
  table.insert(simulated_messages, message)
end
local function simulated_script()
${body}
end
local simulated_reply = simulated_script()
return { simulated_messages, simulated_reply }`
}
