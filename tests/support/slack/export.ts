import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Workspace } from './workspace'

/** Writes the workspace as Slack exports it, into a new folder. */
export async function exportWorkspace(workspace: Workspace, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const write = (name: string, value: unknown) =>
    writeFile(path.join(folder, name), JSON.stringify(value))
  const channels = [...workspace.channels.values()]
  await write('users.json', [...workspace.users.values()])
  const listed = channels.map(({ messages: _messages, ...channel }) => ({ ...channel, created: 1 }))
  await write(
    'channels.json',
    listed.filter((channel) => !channel.is_private),
  )
  await write(
    'groups.json',
    listed.filter((channel) => channel.is_private),
  )
  for (const { name, messages } of channels) {
    await mkdir(path.join(folder, name), { recursive: true })
    const days = new Map<string, object[]>()
    for (const row of messages) {
      const day = new Date(Number(row.ts) * 1000).toISOString().slice(0, 10)
      days.set(day, [...(days.get(day) ?? []), row])
    }
    for (const [day, rows] of days) await write(path.join(name, `${day}.json`), rows)
  }
}
