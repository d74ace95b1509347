import { useApp } from '../../context/app'
import { newCallAddress } from '../../data/send/video-call'
import * as t from '../../texts/catalog'

/** A new video call: its address, and the Markdown that invites to it. */
export interface NewCall {
  address: string
  invitation: string
}

/** @returns a function that makes a call with a new name; undefined if the organization has no calls */
export function useNewCall(): (() => NewCall) | undefined {
  const { store } = useApp()
  const settings = {
    realm_video_chat_provider: store.read('realm_video_chat_provider'),
    realm_jitsi_server_url: store.read('realm_jitsi_server_url'),
    server_jitsi_server_url: store.read('server_jitsi_server_url'),
  }
  if (newCallAddress(settings) === undefined) return undefined
  return () => {
    const address = newCallAddress(settings) ?? ''
    return { address, invitation: `[${t.calls.join}](${address})` }
  }
}
