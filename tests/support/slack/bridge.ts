import { getActingOwner, getRealmNamed } from '../../../src/server/chat/actions/realms/find-realm'
import { bridgeBotOf } from '../../../src/server/moving/bridge/bot'
import { parseChannels } from '../../../src/server/moving/bridge/slack/channels'
import { runSlackBridge } from '../../../src/server/moving/bridge/slack/run'
import { PeopleMap } from '../../../src/server/moving/import/job/people-map'
import { createLog } from '../../../src/server/lib/log'
import type { OwnServer } from '../own-server'
import { untilHolds } from '../until'
import { appToken, botToken } from './stand-in'
import type { SlackStandIn } from './stand-in'

/** A running bridge in the process of the test. */
export interface RunningBridge {
  stop(): Promise<void>
}

/** Runs a bridge between the default organization of a server and a stand-in of Slack. */
export async function startBridge(
  server: OwnServer,
  slack: SlackStandIn,
  channels: string,
): Promise<RunningBridge> {
  await untilHolds('no earlier bridge is connected', () => slack.connections === 0)
  const stopped = new AbortController()
  const config = {
    ...server.ctx.config,
    ...{ slackApiUrl: slack.url, slackBotToken: botToken, slackAppToken: appToken },
  }
  const ctx = { ...server.ctx, config, log: createLog({ ...config, logLevel: 'fatal' }) }
  const realm = await getRealmNamed(ctx, '')
  const owner = await getActingOwner(ctx, '')
  const ended = runSlackBridge(ctx, {
    ...{ realm, people: PeopleMap.empty, channels: parseChannels(channels) },
    botFor: (source) => bridgeBotOf(ctx, owner, source),
    signal: stopped.signal,
  })
  let failure: unknown
  void ended.catch((error: unknown) => (failure = error))
  await untilHolds('the bridge is connected', () => {
    if (failure) return true
    return slack.connections > 0
  })
  if (failure) await ended
  return {
    async stop() {
      stopped.abort()
      await ended
    },
  }
}
