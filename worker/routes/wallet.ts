/** Wallet passes of a card: the link that adds one, for its owner, and what the link opens. */
import { type Context, Hono } from 'hono'
import { NewWalletPass, type WalletLink, walletNames } from '../../schema/wallet.ts'
import { jsonBody } from '../body.ts'
import { type App, publicOrigin } from '../env.ts'
import { fail, orNotFound } from '../errors.ts'
import { log } from '../platform/log.ts'
import { tooManyActive, tooManySharePoints } from '../policy/share-points.ts'
import { noPassMessage, noWalletMessage, walletBrokenMessage } from '../policy/wallet.ts'
import { hasWallet } from '../wallet/configured.ts'
import { googleDetails, readGoogleIssuer } from '../wallet/google-issuer.ts'
import { googleSaveLink } from '../wallet/google-pass.ts'
import { createWalletPass, findWalletPass, type WalletPass } from '../wallet/wallet-passes.ts'
import { issueWalletLink, readWalletLink, walletLinkMs } from '../wallet/wallet-tokens.ts'
import { applePassResponse, limitPasses } from './apple-pass-response.ts'
import { findEditableCard } from './replace-card.ts'

export const cardWalletRoutes = new Hono<App>()

cardWalletRoutes.post('/:id/wallet', jsonBody(NewWalletPass), async (c) => {
  const { wallet } = c.req.valid('json')
  const card = await findEditableCard(c)
  if (!hasWallet(c.env, wallet)) fail(404, noWalletMessage)
  const origin = publicOrigin(c.env, c.req.raw)
  const owner = { cardId: card.id, userId: card.userId, wallet, origin }
  const outcome = await createWalletPass(c.env, owner)
  if (outcome === 'no card') fail(404, 'Card not found')
  if (outcome === 'too many') fail(409, tooManySharePoints)
  if (outcome === 'too many active') fail(409, tooManyActive)
  c.set('changed', { wallet: walletNames[wallet] })
  const expiresAt = Date.now() + walletLinkMs
  const token = issueWalletLink(c.env, { cardId: card.id, wallet, expiresAt })
  const link = { url: `${origin}/wallet/${token}`, expiresAt: new Date(expiresAt).toISOString() }
  return c.json(link satisfies WalletLink, 201)
})

export const walletRoutes = new Hono<App>()

const opensPerHour = 60

walletRoutes.get('/:token', async (c) => {
  const link = orNotFound(readWalletLink(c.env, c.req.param('token')), noPassMessage)
  await limitPasses(c, { kind: 'wallet link', cardId: link.cardId, max: opensPerHour })
  const pass = orNotFound(await findWalletPass(c.env, link), noPassMessage)
  return link.wallet === 'apple' ? applePassResponse(c, pass) : redirectToGoogle(c, pass)
})

async function redirectToGoogle(c: Context<App>, pass: WalletPass): Promise<Response> {
  const issuer = readGoogleIssuer(c.env)
  if (typeof issuer === 'string') {
    log('error', 'google wallet', { reason: issuer })
    return fail(503, walletBrokenMessage)
  }
  const url = await googleSaveLink(pass, issuer, await googleDetails(c.env, issuer))
  c.header('Referrer-Policy', 'no-referrer')
  return c.redirect(url, 302)
}
