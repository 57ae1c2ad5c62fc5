// The least check as a route of the framework that the product is a program of.

import type { NextRequest } from 'next/server'
import { SESSION_COOKIE } from '@/lib/auth/session.server'
import { check } from '../../least'

export const dynamic = 'force-dynamic'

export const GET = () => Response.json({ status: 'up' })

export const POST = async (request: NextRequest) =>
  Response.json(await check(request.cookies.get(SESSION_COOKIE.name)?.value ?? '', await request.text()))
