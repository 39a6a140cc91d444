import { Global, Module } from '@nestjs/common';
import { DoctorRepository } from './doctor.repository.js';
import { Doctor } from './doctor.service.js';
import { Rules } from './rules.js';

@Global()
@Module({ providers: [Rules, DoctorRepository, Doctor], exports: [Rules, Doctor] })
export class DoctorModule {}
