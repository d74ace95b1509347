import { Router } from 'express'
import type { Request, RequestHandler, Response } from 'express'
import type { AppContext } from '../../context'
import { isStoreAway } from '../../lib/store-away'
import { unsubscribeKinds } from '../../chat/actions/users/unsubscribe'
import { isRealmNamed } from '../../chat/actions/realms/find-realm'
import type { BodyBudget } from '../arguments/body-budget'
import { noRealmPage, pageHeaders, unbuiltPage } from '../answers/page'
import type { Exchange } from '../pipeline/exchange'
import { takePolicyReports } from './policy-reports'
import { languageOfPage } from './page-language'
import { sendWebFile } from './send-web-file'
import {
  accountHeaders,
  policyReportsPath,
  serviceWorkerHeaders,
  serviceWorkerPath,
  shellHeaders,
} from './shell-headers'
import type { WebBuild } from './web-build'

/** Paths of the app; within it, the part of the address after `#` is the route. */
const shellPaths = ['/', '/login']

/**
 * Paths for users without a session: links of mails and of invitations, whose last part is a key.
 * Source: docs/protocol/authentication.md#account-pages.
 */
const accountPaths = [
  '/register',
  '/join{/*key}',
  '/accounts/do_confirm{/*key}',
  '/accounts/password/reset{/*key}',
  '/accounts/confirm_new_email{/*key}',
  ...unsubscribeKinds.map((kind) => `/accounts/unsubscribe/${kind}{/*key}`),
]

type WebContext = Pick<AppContext, 'db' | 'log' | 'metrics' | 'web'>

/** Routes of the web app: its page, its files, and browsers' reports. */
export function webRoutes(ctx: WebContext, strangers: BodyBudget): Router {
  const router = Router()
  router.get(shellPaths, sendShell(ctx, shellHeaders))
  router.get(accountPaths, sendShell(ctx, accountHeaders))
  router.post(policyReportsPath, takePolicyReports(ctx, strangers))
  router.use(sendFiles(ctx))
  return router
}

function sendShell(ctx: WebContext, headers: Readonly<Record<string, string>>): RequestHandler {
  return async (request, response) => {
    const { subdomain } = response.locals['exchange'] as Exchange
    if (!(await isRealmThere(ctx, subdomain))) {
      response.status(404).set(pageHeaders).end(noRealmPage(subdomain))
    } else if (ctx.web.build) {
      sendTranslated(request, response, ctx.web.build, headers)
    } else {
      response.status(503).set(pageHeaders).end(unbuiltPage())
    }
  }
}

/** Sends the page in the reader's language. */
function sendTranslated(
  request: Request,
  response: Response,
  { shells }: WebBuild,
  headers: Readonly<Record<string, string>>,
): void {
  const language = languageOfPage(request, [...shells.keys()])
  const shell = shells.get(language)
  if (!shell) throw new Error(`The web app has no page in the language ${language}.`)
  sendWebFile(request, response, shell, {
    ...headers,
    'Content-Language': language,
    Vary: 'Accept-Encoding, Accept-Language, Cookie',
  })
}

/** While the database is away, serve the app: it shows that better than a page here. */
async function isRealmThere(ctx: WebContext, subdomain: string): Promise<boolean> {
  try {
    return await isRealmNamed(ctx, subdomain)
  } catch (error) {
    if (isStoreAway(error)) return true
    throw error
  }
}

function sendFiles({ web }: WebContext): RequestHandler {
  return (request, response, next) => {
    const { target } = response.locals['exchange'] as Exchange
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const file = isRead ? web.build?.files.get(target.path) : undefined
    const headers = target.path === serviceWorkerPath ? serviceWorkerHeaders : {}
    if (file) sendWebFile(request, response, file, headers)
    else next()
  }
}
