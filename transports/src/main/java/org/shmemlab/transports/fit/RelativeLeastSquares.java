package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.DecompositionSolver;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.MultivariateJacobianFunction;
import org.hipparchus.util.Pair;

/**
 * Fits a law so that the sum of the squared relative errors is least: a small message counts as
 * much as a large one. The logarithms of the parameters are searched, so that they stay positive
 * and their intervals, too.
 */
final class RelativeLeastSquares {
  private static final double STEP = 1e-6;
  private static final int MOST_STEPS = 2000;
  private static final double CONFIDENCE = 0.95;
  private static final double SINGULAR = 1e-14;
  private static final double VANISHED = 1e-4;

  private RelativeLeastSquares() {}

  static Fit fit(Group group) {
    List<Group.Point> seen = group.points().stream().filter(p -> !p.heldOut()).toList();
    int unknowns = group.law().parameters().size();
    int freedom = seen.size() - unknowns;
    if (freedom < 1) {
      throw new IllegalArgumentException(
          group.name() + ": " + seen.size() + " points for " + unknowns + " parameters");
    }
    Optimum best =
        new LevenbergMarquardtOptimizer()
            .optimize(
                new LeastSquaresBuilder()
                    .start(group.start().stream().map(Math::log).toArray())
                    .model(model(group.law(), seen))
                    .target(new double[seen.size()])
                    .lazyEvaluation(false)
                    .maxEvaluations(MOST_STEPS)
                    .maxIterations(MOST_STEPS)
                    .build());
    double[] logs = best.getPoint().toArray();
    double variance = best.getResiduals().dotProduct(best.getResiduals()) / freedom;
    RealVector deviations = sigma(best.getJacobian()).mapMultiply(Math.sqrt(variance));
    double t = new TDistribution(freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    ImmutableList.Builder<Fit.Parameter> parameters = ImmutableList.builder();
    for (int i = 0; i < logs.length; i++) {
      double half = t * deviations.getEntry(i);
      parameters.add(
          new Fit.Parameter(
              group.law().parameters().get(i),
              group.law().units().get(i),
              Math.exp(logs[i]),
              Math.exp(logs[i] - half),
              Math.exp(logs[i] + half)));
    }
    return new Fit(
        group.name(),
        group.system(),
        group.transport(),
        group.law(),
        parameters.build(),
        group.points().stream()
            .map(p ->
                new Fit.Prediction(
                    p.row(), p.observed(), at(group.law(), logs, p.inputs()), p.heldOut()))
            .collect(ImmutableList.toImmutableList()));
  }

  /**
   * Standard deviations for residuals of variance 1. A parameter that has vanished at the optimum
   * (its logarithm ran away) changes no prediction: nothing is known of it but that it is small.
   */
  private static RealVector sigma(RealMatrix jacobian) {
    int[] felt =
        IntStream.range(0, jacobian.getColumnDimension())
            .filter(j -> jacobian.getColumnVector(j).getNorm() > VANISHED)
            .toArray();
    int[] rows = IntStream.range(0, jacobian.getRowDimension()).toArray();
    RealVector sigma = new ArrayRealVector(jacobian.getColumnDimension(), Double.POSITIVE_INFINITY);
    if (felt.length > 0) {
      RealMatrix seen = jacobian.getSubMatrix(rows, felt);
      DecompositionSolver solver =
          new QRDecomposition(seen.transposeMultiply(seen), SINGULAR).getSolver();
      if (!solver.isNonSingular()) {
        return sigma; // only their combination is known
      }
      RealMatrix inverse = solver.getInverse();
      for (int j = 0; j < felt.length; j++) {
        sigma.setEntry(felt[j], Math.sqrt(inverse.getEntry(j, j)));
      }
    }
    return sigma;
  }

  private static MultivariateJacobianFunction model(Law law, List<Group.Point> points) {
    return logs -> {
      double[] here = logs.toArray();
      RealVector errors = new ArrayRealVector(points.size());
      RealMatrix slopes = new Array2DRowRealMatrix(points.size(), here.length);
      for (int i = 0; i < points.size(); i++) {
        Group.Point point = points.get(i);
        errors.setEntry(i, at(law, here, point.inputs()) / point.observed() - 1);
        for (int j = 0; j < here.length; j++) {
          double[] moved = here.clone();
          moved[j] = here[j] + STEP;
          double above = at(law, moved, point.inputs());
          moved[j] = here[j] - STEP;
          double below = at(law, moved, point.inputs());
          slopes.setEntry(i, j, (above - below) / (2 * STEP) / point.observed());
        }
      }
      return new Pair<>(errors, slopes);
    };
  }

  private static double at(Law law, double[] logs, ImmutableDoubleArray inputs) {
    double[] parameters = new double[logs.length];
    for (int i = 0; i < logs.length; i++) {
      parameters[i] = Math.exp(logs[i]);
    }
    return law.at(parameters, inputs);
  }
}
