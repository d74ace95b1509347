import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { narrowTo } from '../../data/narrow/narrow'
import * as t from '../../texts/catalog'
import { isInView } from './in-view'
import { placeName } from './place-name'
import { useWriting } from './use-writing'

/** Shows a toast for each failed message whose conversation is not on screen. */
export function useFailures(): void {
  const { store, navigation, toasts } = useApp()
  const { outbox } = useWriting()
  const known = useRef<ReadonlySet<string> | undefined>(undefined)
  useSignalEffect(() => {
    const failed = outbox.all.value.filter(({ status }) => status === 'failed')
    const before = known.current
    known.current = new Set(failed.map(({ key }) => key))
    for (const { key, conversation, refusal = '' } of failed) {
      if (!before || before.has(key) || isInView(navigation, conversation)) continue
      const what = t.compose.notSentTo(placeName(store, conversation))
      toasts.fail(`${what} ${refusal}`.trim(), undefined, {
        label: t.compose.goThere,
        run: () => {
          navigation.go({ view: 'narrow', narrow: narrowTo(conversation) })
        },
      })
    }
  })
}
