import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Frozen } from '../../../../shared/calls'
import type { InvitationRecord } from '../../../../shared/invitations'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { useApp } from '../../../context/app'
import { useLoaded } from '../../../ui/loaded/use-loaded'

/** Source: docs/protocol/sign-up.md#invite-object. */
export type Invitation = Frozen<InvitationRecord>

interface Invitations {
  list: readonly Invitation[] | undefined
  refusal: string | undefined
  retry: () => void
}

/** Whether the server sends mail; else it answers links, which the inviter passes on. */
export function useSendsMail(): boolean {
  const { value } = useLoaded(() => call('GET /server_settings'), [])
  return value?.mail_enabled ?? true
}

/** The pending invitations, fetched again on each change event. */
export function useInvitations(): Invitations {
  const { events } = useApp()
  const tries = useSignal(0)
  const known = useSignal<Omit<Invitations, 'retry'>>({ list: undefined, refusal: undefined })

  useEffect(() => {
    let newest = 0
    known.value = { list: known.peek().list, refusal: undefined }
    const load = async () => {
      const round = (newest += 1)
      try {
        const { invites } = await call('GET /invites')
        if (round === newest) known.value = { list: invites, refusal: undefined }
      } catch (error) {
        if (round === newest) known.value = { list: known.peek().list, refusal: reasonOf(error) }
      }
    }
    void load()
    const stop = events.listen((heard) => {
      if (heard?.some(({ type }) => type === 'invites_changed') ?? true) void load()
    })
    return () => {
      newest = -1
      stop()
    }
  }, [events, tries.value])
  return { ...known.value, retry: () => (tries.value += 1) }
}
