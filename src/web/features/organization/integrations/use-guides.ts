import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'

/** The set-up guide of an integration. */
export type Guide = (typeof t.integrationGuides)[string]

/** The guides of all integrations: those of the app in its language, and those that the server has. */
export function useGuides(): (name: string) => Guide | undefined {
  const { toasts } = useApp()
  const loaded = useSignal<ReadonlyMap<string, Guide>>(new Map())
  useEffect(() => {
    call('GET /integrations')
      .then(({ integrations }) => {
        loaded.value = new Map(
          integrations.map(({ name, summary, steps }) => [name, { about: `${summary}.`, steps }]),
        )
      })
      .catch((error: unknown) => toasts.fail(t.integrations.title, error))
  }, [])
  return (name) => t.integrationGuides[name] ?? loaded.value.get(name)
}
