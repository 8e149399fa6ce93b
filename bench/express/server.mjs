// The baseline of the view benchmark: the same page with Express, EJS and better-sqlite3, configured as their guides advise
// for production. It has no logging, compression or sessions, which would make it slower.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import ejs from 'ejs'
import express from 'express'
import { cardView } from './card-view.mjs'

const { PUBLIC_ORIGIN, DATA_FOLDER, PORT } = process.env

const db = new Database(join(DATA_FOLDER, 'cards.sqlite'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
const findCard = db.prepare("select * from cards where slug = ? and state = 'live'")

// Generated once, not per request: the security headers, the script, the icons, and the card's style sheet and QR code.
const parts = JSON.parse(readFileSync(join(DATA_FOLDER, 'parts.json'), 'utf8'))
const { headers, script, icons, networks, ...assets } = parts

const app = express()
app.disable('x-powered-by')
// The engine is registered explicitly to set `rmWhitespace`, which removes the indentation of templates.
app.engine('ejs', (file, data, done) =>
  ejs.renderFile(file, data, { cache: true, rmWhitespace: true }, done),
)
app.set('views', join(import.meta.dirname, 'views'))
app.set('view engine', 'ejs')
app.enable('view cache')
Object.assign(app.locals, { icons, script, product: 'Edgecard' })

app.get('/view/:slug', (request, response) => {
  const row = findCard.get(request.params.slug)
  if (!row) return response.status(404).send('Card not found')
  response.set(headers).render('card', {
    card: cardView(row, { origin: PUBLIC_ORIGIN, networks }),
    assets,
  })
})

app.listen(Number(PORT), '127.0.0.1', () => process.send('ready'))
process.once('disconnect', () => process.exit())
