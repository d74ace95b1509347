import type { Requester } from '../../data/users/requesters'

/** Whether a call may be answered with secrets with which more can be done, such as the keys of bots. */
export function seesSecrets({ namedKey }: Pick<Requester, 'namedKey'>): boolean {
  return namedKey === undefined || namedKey.scope === 'administration'
}
