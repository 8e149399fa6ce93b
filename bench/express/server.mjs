// The baseline of the view benchmark: the same page from Express, EJS and better-sqlite3, as their own guides advise for production.
// What costs time and other servers often have is left out in its favour: logging, compression, sessions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import ejs from 'ejs'
import express from 'express'
import { cardView } from './card-view.mjs'
import { icons } from './icons.mjs'

const { PUBLIC_ORIGIN, DATA_FOLDER, PORT } = process.env

const db = new Database(join(DATA_FOLDER, 'cards.sqlite'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
const findCard = db.prepare("select * from cards where slug = ? and state = 'live'")

// Made once and not at a request: per card its style sheet, QR code and photo, and the script of all.
const { script, cards: assets } = readJson('assets.json')
// The same headers as ours, which a helmet would set one by one.
const headers = readJson('headers.json')

const app = express()
app.disable('x-powered-by')
// The engine by hand, because only so it takes the option that leaves the templates' indentation out.
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
    card: cardView(row, PUBLIC_ORIGIN),
    assets: assets[row.slug] ?? {},
  })
})

app.listen(Number(PORT), '127.0.0.1', () => process.send('ready'))
process.once('disconnect', () => process.exit())

function readJson(name) {
  return JSON.parse(readFileSync(join(DATA_FOLDER, name), 'utf8'))
}
