// The baseline of the view benchmark: the same page from Express, EJS and better-sqlite3, as their own guides advise for production.
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import express from 'express'

const [, , folder, port] = process.argv
const db = new Database(`${folder}/cards.sqlite`)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
const findCard = db.prepare('select * from cards where slug = ?')

// The same headers as ours, which a helmet would set one by one.
const headers = JSON.parse(readFileSync(`${folder}/headers.json`, 'utf8'))

const app = express()
app.disable('x-powered-by')
app.set('views', folder)
app.set('view engine', 'ejs')
app.enable('view cache')

app.get('/view/:slug', (request, response) => {
  const row = findCard.get(request.params.slug)
  if (!row) return response.status(404).send('Card not found')
  response.set(headers).render('card', { v: JSON.parse(row.words) })
})

app.listen(Number(port), '127.0.0.1', () => process.send('ready'))
