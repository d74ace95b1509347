import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import type { Route } from '../../data/navigation/route'
import * as t from '../../texts/catalog'
import { nameNarrow } from '../feed/narrow-name'
import { useChannelOffer } from './use-channel-offer'
import { useChosenLanguage } from './use-chosen-language'
import { useClickedTexts } from './use-clicked-texts'
import { useGoingKeys } from './use-going-keys'
import { useLanding } from './use-landing'
import { useNewMessageAddress } from './use-new-message-address'
import { useOffline } from './use-offline'
import { usePageTitle } from './use-page-title'
import styles from './frame.module.css'

/**
 * Ways through the app: the title of the tab and the language of the page; for keyboards and screen readers links that
 * skip the sidebar, keys, and the name of each new place. The offer of notifications is here because this is always shown.
 */
export function Wayfinding() {
  usePageTitle()
  useGoingKeys()
  useLanding()
  useClickedTexts()
  useChosenLanguage()
  useOffline()
  useChannelOffer()
  useNewMessageAddress()
  return (
    <>
      <SkipLinks />
      <AnnouncedPlace />
    </>
  )
}

/** The hash is the app's route, so these links must not change it. */
function SkipLinks() {
  const { writing } = useApp()
  const compose = writing.value?.compose
  const here = compose?.placeConversation.value
  return (
    <>
      <a
        class={styles['skip']}
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t.frame.skip}
      </a>
      {compose && here && (
        <a
          class={styles['skip']}
          href="#main"
          onClick={(event) => {
            event.preventDefault()
            compose.open(here)
          }}
        >
          {t.frame.skipToMessage}
        </a>
      )}
    </>
  )
}

/** Screen readers announce the name of the place after each navigation; settings areas move the focus to their heading. */
function AnnouncedPlace() {
  const { navigation, store, addressBook } = useApp()
  const text = useSignal('')
  const before = useRef<Route | undefined>(undefined)

  useSignalEffect(() => {
    const place = navigation.route.value
    const isFirst = before.current === undefined
    before.current = place
    if (isFirst) return
    if ('path' in place) text.value = ''
    else if (place.view === 'narrow') text.value = nameNarrow(place.narrow, store, addressBook)
    else text.value = t.views[place.view]
  })
  return (
    <div class="visually-hidden" aria-live="polite" data-place>
      {text.value}
    </div>
  )
}
