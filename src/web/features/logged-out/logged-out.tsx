import type { ComponentChildren } from 'preact'
import * as t from '../../texts/catalog'
import { ownPicture } from '../../parts/avatar/picture'
import type { Organization } from './use-organization'
import styles from './logged-out.module.css'

interface DoorProps {
  /** undefined: loading; null: no organization at this address. */
  organization: Organization | undefined | null
  /** Heading and content. */
  children: ComponentChildren
}

/** Layout of the logged-out pages: the organization's icon, and one form or message. */
export function Door({ organization, children }: DoorProps) {
  return (
    <main class={styles['page']}>
      <div class={styles['card']}>
        <img
          class={styles['icon']}
          src={ownPicture(organization?.realm_icon) ?? '/icons/favicon.svg'}
          alt=""
          width="56"
          height="56"
        />
        {organization === null ? (
          <>
            <h1>{t.login.noOrganization}</h1>
            <p>{t.login.checkAddress}</p>
          </>
        ) : (
          children
        )}
      </div>
    </main>
  )
}
