import { Mutex, type MutexInterface } from 'async-mutex';

/** A mutex that knows how many wait for it. */
export class CountedMutex extends Mutex {
  waiting = 0;

  override acquire(priority?: number): Promise<MutexInterface.Releaser> {
    this.waiting++;
    const acquired = super.acquire(priority);
    const stopCounting = () => {
      this.waiting--;
    };
    acquired.then(stopCounting, stopCounting);
    return acquired;
  }
}
