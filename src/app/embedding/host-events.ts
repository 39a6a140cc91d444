import { ModuleRef } from '@nestjs/core';
import { Lifecycle } from '../../core/lifecycle/lifecycle.js';
import type { Providers } from '../prepare-fastify.js';

type Listener = (...args: unknown[]) => unknown;

/** What is used of EventEmitter2. */
interface Emitter {
  event: unknown;
  listeners(name: string): unknown[];
  listenersAny(): unknown[];
}

/** Delivers lifecycle events through the `EventEmitterModule` of the host, if it has one. */
export async function connectLifecycle(providers: Providers): Promise<void> {
  const emitter = await findEmitter(providers);
  if (!emitter) return;
  providers.get(Lifecycle, { strict: false }).deliverTo((name, payload) => {
    // Not `emit`: a listener that throws would keep the next ones from being called.
    const each = emitter.listeners(name).map((one) => () => {
      emitter.event = name;
      return (one as Listener).call(emitter, payload);
    });
    const any = emitter.listenersAny().map((one) => () => (one as Listener)(name, payload));
    return [...each, ...any];
  });
}

async function findEmitter(providers: Providers): Promise<Emitter | null> {
  try {
    // Optional: only hosts with listeners install it.
    const { EventEmitter2 } = await import('@nestjs/event-emitter');
    // Not from the application itself: Nest would end the process if the provider is missing.
    return providers
      .get(ModuleRef, { strict: false })
      .get<Emitter>(EventEmitter2, { strict: false });
  } catch {
    return null;
  }
}
