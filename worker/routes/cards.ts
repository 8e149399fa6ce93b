import { Hono } from 'hono'
import type { App } from '../env.ts'

export const cardsRoutes = new Hono<App>()
