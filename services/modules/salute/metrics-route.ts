import type { Response } from 'express';
import { Registry } from 'prom-client';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { onThisMachine } from '#services/platform/http/on-this-machine.ts';
import { processFigures } from '#services/platform/metrics/process-figures.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { portalFigures } from './portal-figures.ts';

/** Figures for whoever watches the portal: to a program of its own machine, and to who has a session of group 2. */
export function metricsRoute(deps: Dependencies, started: Date, limitMs: number): Route {
  const look = portalFigures(deps, started, limitMs);
  return {
    method: 'GET',
    path: '/metrics',
    permission: 'public',
    description: 'Misure del portale nel formato testuale di Prometheus: dalla macchina stessa, o con una sessione del gruppo 2.',
    async handle(req, res, { identity }) {
      if (!onThisMachine(req)) {
        if (!identity) throw new DomainError('SESSIONE_ASSENTE');
        if (identity.groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
      }
      await answer(res, [await look(), deps.figures.registry, processFigures()]);
    },
  };
}

async function answer(res: Response, registries: readonly Registry[]): Promise<void> {
  const parts = await Promise.all(registries.map((registry) => registry.metrics()));
  res.set('Cache-Control', 'no-store').set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).send(parts.join(''));
}
