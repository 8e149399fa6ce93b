/** Wallet passes of a card: the link that adds one, for its owner, and what the link opens. */

import { type Context, Hono } from 'hono'
import { NewWalletPass, WalletLink, walletNames } from '../../schema/wallet/wallet.ts'
import { cardOfPath } from '../cards/loads.ts'
import { findEditableCard } from '../cards/replace-card.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound } from '../http/errors.ts'
import { publicEndpoint } from '../http/input.ts'
import { log } from '../platform/log.ts'
import { tooManyActive, tooManySharePoints } from '../share-points/queries.ts'
import { applePassResponse, limitPasses, walletBrokenMessage } from './apple-pass-response.ts'
import { hasWallet } from './configured.ts'
import { googleDetails, readGoogleIssuer } from './google-issuer.ts'
import { googleSaveLink } from './google-pass.ts'
import { createWalletPass, findWalletPass, type WalletPass } from './wallet-passes.ts'
import { issueWalletLink, readWalletLink, walletLinkMs } from './wallet-tokens.ts'

/** The same whether the link is false or expired, or the card has no pass. */
const noPassMessage = 'This link has expired. Create a new one on the Share page.'
const noWalletMessage = 'This installation has no passes for this wallet.'

export const cardWalletRoutes = new Hono<App>()

cardWalletRoutes.post(
  '/:id/wallet',
  endpoint({
    access: 1,
    rule: 'the card owner, or level 4 and not below the owner',
    load: cardOfPath,
    body: NewWalletPass,
    maxBody: kB,
    response: WalletLink,
    status: 201,
    summary: 'A link that adds a card to Apple Wallet or Google Wallet, for 15 minutes',
    example: { wallet: 'apple' },
    errors: { 404: noWalletMessage, 409: `${tooManyActive} Or: ${tooManySharePoints}` },
    audit: 'wallet-pass-created',
  }),
  async (c) => {
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
  },
)

export const walletRoutes = new Hono<App>()

const opensPerHour = 60

walletRoutes.get(
  '/:token',
  publicEndpoint({
    access: 'anyone',
    rule: 'the link, until it expires',
    responseType: 'application/vnd.apple.pkpass',
    summary: 'The pass of a card: a file for Apple Wallet, a redirect to Google Wallet',
    errors: { 404: noPassMessage, 429: tooManyAttemptsMessage, 503: walletBrokenMessage },
  }),
  async (c) => {
    const link = orNotFound(readWalletLink(c.env, c.req.param('token')), noPassMessage)
    await limitPasses(c, { kind: 'wallet link', cardId: link.cardId, max: opensPerHour })
    const pass = orNotFound(await findWalletPass(c.env, link), noPassMessage)
    return link.wallet === 'apple' ? applePassResponse(c, pass) : redirectToGoogle(c, pass)
  },
)

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
