import { page } from '../answers/page'
import { html } from '../answers/html'
import { roles } from '../../../shared/rules/roles'
import { roleNames } from '../../identity/claims/claim-rule'
import type { TriedLogin } from '../../identity/flow/try-identity'

/** The page at the end of a trial: everything that the provider sent, and the outcome of a login. */
export function trialPage({ identity, user, refusal, plan }: TriedLogin): string {
  const { issuer, subject, addresses, claims } = identity
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')
  const changes = [
    ['Fitting rules', plan.fits.flatMap((fits, index) => (fits ? [index + 1] : [])).join(', ')],
    ['New role', roleNames.find((name) => roles[name] === plan.role) ?? ''],
    ['Groups to make', plan.groups.make.join(', ')],
    ['Groups to join', names(plan.groups.join)],
    ['Groups to leave', names(plan.groups.leave)],
    ['Streams to join', names(plan.streams.join)],
    ['Streams to leave', names(plan.streams.leave)],
    ...plan.fields.map(({ name, value }) => [name, value ?? 'emptied']),
  ].filter(([, value]) => value !== '')
  return page(
    'Trial of a login',
    html`<h1>The provider has vouched for a person</h1>
      <p role="status">
        ${
          refusal === undefined
            ? user
              ? `A login gets into the account of ${user.full_name}.`
              : 'A login makes a new account.'
            : `A login is refused: ${refusal}`
        }
      </p>
      <p>This was a trial: nobody was logged in, and nothing has changed.</p>
      <table>
        <tbody>
          ${[
            ['Identity', `${issuer} ${subject}`],
            ['Verified addresses', addresses.join(', ')],
            ...changes,
          ].map(
            ([name, value]) =>
              html`<tr>
                <th>${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${plan.ignored.map((sentence) => html`<p class="note">${sentence}</p>`)}
      <h2>Everything that the provider sent</h2>
      <pre><code>${JSON.stringify(claims, null, 2)}</code></pre>
      <p><a href="/#organization/identity-providers">Back to the settings</a></p>`,
  )
}
